// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which topics are being created, and when one may be asked for again. Confined to one thread; time is an argument. */
final class Creations {
    private static final long FIRST_MS = 15_000;
    private static final long MOST_MS = 600_000;
    private static final int MOST_DOUBLINGS = 10;

    private record Attempt(int number, @Nullable String problem, boolean open, long againMs) {}

    private final Map<String, Attempt> attempts = new HashMap<>();

    /** Returns why topics could not be created, by name, until they are. */
    Map<String, String> problems() {
        Map<String, String> problems = new HashMap<>();
        attempts.forEach((topic, attempt) -> {
            if (attempt.problem() != null) {
                problems.put(topic, attempt.problem());
            }
        });
        return problems;
    }

    boolean mayAsk(String topic, long nowMs) {
        Attempt last = attempts.get(topic);
        return last == null || (!last.open() && nowMs >= last.againMs());
    }

    void asked(String topic) {
        Attempt last = attempts.get(topic);
        attempts.put(
                topic,
                new Attempt(last == null ? 1 : last.number() + 1, last == null ? null : last.problem(), true, 0));
    }

    /**
     * Forgets a topic that was created; else waits, longer each time.
     *
     * @param problem null where it was created
     */
    void ended(String topic, @Nullable String problem, long nowMs) {
        Attempt last = attempts.remove(topic);
        if (problem != null && last != null) {
            long wait = Math.min(MOST_MS, FIRST_MS << Math.min(last.number() - 1, MOST_DOUBLINGS));
            attempts.put(topic, new Attempt(last.number(), problem, false, nowMs + wait));
        }
    }
}
