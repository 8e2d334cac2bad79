// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a refusal is worth a line: one per topic and minute, with the count since the last (operations-review
 * N17: a forgotten producer tries 50,000 times a second). Thread-safe.
 */
final class RefusalLog {
    static final long WINDOW_MS = 60_000;

    private final Map<String, Window> windows = new ConcurrentHashMap<>();

    private static final class Window {
        private long endsMs = Long.MIN_VALUE;
        private long count;
    }

    /**
     * Counts refusals.
     *
     * @param what is refused, such as {@code produce}
     * @param clientId of the last client, null if not known
     * @param nowMs time on any clock that grows
     * @return the line to log, or null
     */
    @Nullable
    String refused(String topic, String what, @Nullable String clientId, String reason, long nowMs) {
        Window window = windows.computeIfAbsent(topic, name -> new Window());
        long count;
        synchronized (window) {
            window.count++;
            if (nowMs < window.endsMs) {
                return null;
            }
            count = window.count;
            window.count = 0;
            window.endsMs = nowMs + WINDOW_MS;
        }
        return "refused " + count + " writes to topic '" + topic + "' since the last line about it, the last one: "
                + what + (clientId == null ? "" : " of client '" + clientId + "'") + ": " + reason;
    }
}
