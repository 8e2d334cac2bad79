// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The reads to the end that are waited for. Confined to the view's thread; no clock, no I/O.
 *
 * <p>A partition is asked for its end by one question at a time; who comes meanwhile shares the next one, so that
 * thousands of barriers cost few questions, and a partition that does not answer holds up its own alone.
 *
 * <p>The end asked for is the HW, not the LSO: a transaction whose commit was acknowledged may have its markers still on
 * their way, and the LSO is below it. The reader, which reads committed records only, passes the HW once they arrived.
 */
final class Barriers {
    private final Map<Integer, List<Barrier>> next = new HashMap<>();
    private final Map<Integer, List<Barrier>> asked = new HashMap<>();
    private final Set<Barrier> open = new HashSet<>();

    void add(Barrier barrier, Set<Integer> partitions) {
        open.add(barrier);
        partitions.forEach(partition ->
                next.computeIfAbsent(partition, p -> new ArrayList<>()).add(barrier));
    }

    /** Returns the partitions to ask for their ends now; each is answered by {@link #answered} or {@link #refused}. */
    Set<Integer> toAsk() {
        Set<Integer> ask = new TreeSet<>(next.keySet());
        ask.removeAll(asked.keySet());
        for (int partition : ask) {
            asked.put(partition, next.getOrDefault(partition, List.of()));
            next.remove(partition);
        }
        return ask;
    }

    void answered(int partition, long end) {
        List<Barrier> barriers = asked.remove(partition);
        if (barriers != null) {
            barriers.forEach(barrier -> barrier.target(partition, end));
        }
    }

    void refused(int partition, StateTopicException failure) {
        List<Barrier> barriers = asked.remove(partition);
        if (barriers != null) {
            barriers.forEach(barrier -> finish(barrier, failure));
        }
    }

    /** Ends the barriers that are reached, or too late. */
    void check(Map<Integer, Long> read, long nowMs) {
        for (Barrier barrier : List.copyOf(open)) {
            if (barrier.reached(read)) {
                open.remove(barrier);
                barrier.done(null);
            } else if (barrier.expired(nowMs)) {
                finish(
                        barrier,
                        new StateTopicException(
                                Reason.TIMEOUT,
                                "the state topic was not read to its end in time: " + barrier.missing(read)
                                        + "check the leaders of these partitions, and transactions left open"));
            }
        }
    }

    void failAll(StateTopicException failure) {
        List.copyOf(open).forEach(barrier -> finish(barrier, failure));
        next.clear();
    }

    private void finish(Barrier barrier, StateTopicException failure) {
        if (open.remove(barrier)) {
            barrier.done(failure);
        }
    }
}
