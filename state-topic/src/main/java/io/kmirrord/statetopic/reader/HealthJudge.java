// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import io.kmirrord.statetopic.Health;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.Uuid;

/**
 * Judges what was seen of the topic (F11, N3). No clock, no I/O. Confined to one thread.
 *
 * <p>LOST is for good, so a doubt must be seen in several looks, which may be answered by different brokers; until then
 * the view is UNREACHABLE. A partition that does not answer, or whose records are not read, makes it UNREACHABLE only
 * after longer than an election or the transaction of a dead writer takes.
 */
final class HealthJudge {
    private static final int LOOKS = 5;
    private static final String REMEDY = ". Stop the daemons, find out what happened, restore the topic or use "
            + "'mirrorctl state import', and start them again: the fences hold meanwhile";

    private record Wait(long end, long sinceMs) {}

    private final String topic;
    private final Uuid expected;
    private final Map<Integer, Long> firstStarts;
    private final long patienceMs;
    private final Map<Integer, Wait> waits = new HashMap<>();
    private Health health = Health.HEALTHY;
    private String vanished = "";
    private int doubts;

    /**
     * Begins healthy.
     *
     * @param firstStarts log start offsets of all partitions when the topic was opened
     * @param patienceMs how long a partition may stay unanswered or unread
     */
    HealthJudge(String topic, Uuid expected, Map<Integer, Long> firstStarts, long patienceMs) {
        this.topic = topic;
        this.expected = expected;
        this.firstStarts = Map.copyOf(firstStarts);
        this.patienceMs = patienceMs;
    }

    /** Takes note that the consumer's position does not exist any more: the next look that is answered decides why. */
    void positionVanished(String text) {
        vanished = text;
    }

    /** Returns whether the next look should come soon. */
    boolean inDoubt() {
        return health.state() == Health.State.UNREACHABLE || !vanished.isEmpty();
    }

    Health health() {
        return health;
    }

    /** Judges a look. */
    Health judge(Sighting seen, long nowMs) {
        if (health.state() != Health.State.LOST) {
            health = judgeAnew(seen, nowMs);
        }
        return health;
    }

    private Health judgeAnew(Sighting seen, long nowMs) {
        if (!seen.failure().isEmpty()) {
            return new Health(Health.State.UNREACHABLE, seen.failure());
        }
        String doubt = doubt(seen);
        if (!doubt.isEmpty()) {
            doubts++;
            return doubts >= LOOKS || !vanished.isEmpty()
                    ? new Health(Health.State.LOST, doubt + REMEDY)
                    : new Health(Health.State.UNREACHABLE, doubt + "; looking again");
        }
        doubts = 0;
        String shorter = shorter(seen);
        if (!shorter.isEmpty()) {
            return new Health(Health.State.UNREACHABLE, shorter + "; looking again");
        }
        String waiting = waiting(seen, nowMs);
        return waiting.isEmpty() ? Health.HEALTHY : new Health(Health.State.UNREACHABLE, waiting);
    }

    private String doubt(Sighting seen) {
        if (seen.id().isEmpty()) {
            return "topic " + topic + " (id " + expected + ") was deleted";
        }
        if (!seen.id().get().equals(expected)) {
            return "topic " + topic + " was replaced: its id was " + expected + " and is "
                    + seen.id().get();
        }
        if (!vanished.isEmpty()) {
            return vanished;
        }
        for (var start : new TreeMap<>(seen.starts()).entrySet()) {
            long first = firstStarts.getOrDefault(start.getKey(), 0L);
            if (start.getValue() > first) {
                return "records of partition " + start.getKey() + " of topic " + topic
                        + " were deleted: it began at offset " + first + " and begins at " + start.getValue();
            }
        }
        return "";
    }

    /**
     * A leader that was deposed and has not heard of it answers like this too. The consumer knows leader epochs: what it
     * says is certain, see {@link #positionVanished}.
     */
    private String shorter(Sighting seen) {
        for (var end : new TreeMap<>(seen.ends()).entrySet()) {
            long read = seen.readBefore().getOrDefault(end.getKey(), 0L);
            if (end.getValue() < read) {
                return "partition " + end.getKey() + " of topic " + topic + " was read up to offset " + read
                        + " and ends at " + end.getValue();
            }
        }
        return "";
    }

    private String waiting(Sighting seen, long nowMs) {
        TreeSet<Integer> silent = new TreeSet<>();
        TreeSet<Integer> unread = new TreeSet<>();
        for (int partition : firstStarts.keySet()) {
            Long end = seen.ends().get(partition);
            long read = seen.readBefore().getOrDefault(partition, 0L);
            Wait wait = waits.get(partition);
            if (end != null && (wait == null || wait.end() < 0 || read >= wait.end())) {
                wait = read >= end ? null : new Wait(end, nowMs);
            } else if (end == null && wait == null) {
                wait = new Wait(-1, nowMs);
            }
            if (wait == null) {
                waits.remove(partition);
                continue;
            }
            waits.put(partition, wait);
            if (nowMs - wait.sinceMs() > patienceMs) {
                (wait.end() < 0 ? silent : unread).add(partition);
            }
        }
        return silent.isEmpty() && unread.isEmpty()
                ? ""
                : "topic " + topic + " cannot be read whole for more than " + patienceMs / 1_000 + " s: partitions "
                        + silent
                        + " do not answer, partitions " + unread
                        + " are not read to where they ended. Check their leaders, and transactions left open";
    }
}
