// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.notify;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What systemd asks of this process by its environment. Immutable.
 *
 * @param listening somebody takes messages
 * @param watchdog the process is killed when no sign of life came for this long; empty when none is asked for
 */
record NotifySettings(boolean listening, Optional<Duration> watchdog) {
    private static final long NANOS_PER_MICRO = 1_000;

    /** Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID; a watchdog that is meant for another process is none. */
    static NotifySettings of(Map<String, String> environment, long pid) {
        boolean listening = !environment.getOrDefault("NOTIFY_SOCKET", "").isEmpty();
        String forPid = environment.getOrDefault("WATCHDOG_PID", "");
        boolean ours = forPid.isEmpty() || forPid.equals(String.valueOf(pid));
        return new NotifySettings(
                listening, listening && ours ? micros(environment.get("WATCHDOG_USEC")) : Optional.empty());
    }

    private static Optional<Duration> micros(@Nullable String text) {
        try {
            long micros = text == null ? 0 : Long.parseLong(text);
            return micros > 0
                    ? Optional.of(Duration.ofNanos(Math.multiplyExact(micros, NANOS_PER_MICRO)))
                    : Optional.empty();
        } catch (NumberFormatException | ArithmeticException e) {
            // Not a number that systemd writes: there is no watchdog to satisfy.
            return Optional.empty();
        }
    }
}
