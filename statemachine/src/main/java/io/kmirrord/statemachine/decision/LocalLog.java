// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

import java.util.List;

/**
 * The log of a partition as its leader describes it. Immutable.
 *
 * @param logStart first offset
 * @param leo log end offset
 * @param highWatermark at most {@code leo}
 * @param epochs the leader-epoch cache, both numbers strictly rising
 * @param compacted the topic's cleanup policy has or had {@code compact}
 * @param everOpen clients could write here at some time: false only for a topic that was created fenced and never
 *     stopped since
 * @param replicas all assigned ones
 *
 */
public record LocalLog(
        long logStart,
        long leo,
        long highWatermark,
        List<EpochStart> epochs,
        boolean compacted,
        boolean everOpen,

        List<ReplicaLog> replicas) {
    public LocalLog {
        epochs = List.copyOf(epochs);
        replicas = List.copyOf(replicas);
    }

    public boolean isEmpty() {
        return leo == logStart;
    }

    /** Returns the newest epoch, -1 if there is none. */
    public int lastEpoch() {
        return epochs.isEmpty() ? -1 : epochs.get(epochs.size() - 1).epoch();
    }

    /** Returns the epoch of the record before an offset, -1 if there is none. */
    public int epochBefore(long offset) {
        int found = -1;
        for (EpochStart entry : epochs) {
            if (entry.startOffset() < offset) {
                found = entry.epoch();
            }
        }
        return found;
    }

    /** Returns where an epoch that the log holds begins; the first offset if it does not hold it. */
    public long startOfEpoch(int epoch) {
        for (EpochStart entry : epochs) {
            if (entry.epoch() == epoch) {
                return Math.max(entry.startOffset(), logStart);
            }
        }
        return logStart;
    }

    /** Returns where the epochs up to a given one end; the first offset if the log holds none of them. */
    public long endOfEpoch(int epoch) {
        boolean held = false;
        for (EpochStart entry : epochs) {
            if (entry.epoch() > epoch) {
                return held ? entry.startOffset() : logStart;
            }
            held = true;
        }
        return held ? leo : logStart;
    }

    /** Returns whether a cleaner of any replica has passed an offset: a cut there would lose keys (F3). */
    public boolean cleanedBeyond(long offset) {
        return compacted && replicas.stream().anyMatch(replica -> replica.cleanerCheckpoint() > offset);
    }
}
