// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.metadata.PartitionRegistration;
import org.jspecify.annotations.Nullable;

/**
 * Whose logs of one partition of a mirrored topic are good, as the metadata log holds it (F16). A replica is trusted
 * from the start of the mirror, or from when it was first in sync after it had been assigned; before that it is
 * joining, and whatever it brings along from an earlier life is not to be relied on. Immutable.
 *
 * @param since for each replica the leader epoch at which it was found to be joining, or {@link #TRUSTED}
 */
public record KnownReplicas(SortedMap<Integer, Integer> since) {
    /** Stands for the epoch of a replica that is not joining any more. */
    public static final int TRUSTED = -1;

    public KnownReplicas {
        since = Collections.unmodifiableSortedMap(new TreeMap<>(since));
    }

    /** Returns what holds of a partition that was just created or was never mirrored before: all are trusted. */
    public static KnownReplicas allOf(Iterable<Integer> replicas) {
        SortedMap<Integer, Integer> since = new TreeMap<>();
        replicas.forEach(replica -> since.put(replica, TRUSTED));
        return new KnownReplicas(since);
    }

    /**
     * Returns what follows from the present assignment. A replica that left is forgotten: when it comes back, it joins.
     *
     * @param present what is known so far, null if nothing is
     */
    public static KnownReplicas next(@Nullable KnownReplicas present, PartitionRegistration now) {
        if (present == null) {
            return allOf(Arrays.stream(now.replicas).boxed().toList());
        }
        SortedMap<Integer, Integer> since = new TreeMap<>();
        for (int replica : now.replicas) {
            Integer before = present.since.get(replica);
            boolean good = contains(now.isr, replica) || contains(now.elr, replica);
            since.put(replica, good ? TRUSTED : before != null ? before : Integer.valueOf(now.leaderEpoch));
        }
        return new KnownReplicas(since);
    }

    /** Returns the replicas that are not trusted. */
    public List<Integer> joining() {
        return since.entrySet().stream()
                .filter(replica -> replica.getValue() != TRUSTED)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns true if exactly these replicas are assigned, and all of them are trusted. */
    public boolean trustsExactly(Set<Integer> assigned) {
        return since.keySet().equals(assigned) && joining().isEmpty();
    }

    /** What a replica that becomes a follower does with its log. */
    public enum Verdict {
        KEEP,
        /** As {@link #KEEP}, whatever the metadata still says: it is in sync, or may be needed as a leader. */
        KEEP_AS_GOOD,
        /** Starts again from nothing, as if its broker had been up when the replica was taken off the assignment. */
        EMPTY
    }

    /**
     * Decides on the log of a replica that becomes a follower.
     *
     * @param known what the metadata says of the partition, null if nothing
     * @param now the partition in the same metadata
     * @param goodSince leader epoch at which this very log was empty or good, {@link #TRUSTED} if it is not known to
     *     have been
     */
    static Verdict judge(@Nullable KnownReplicas known, PartitionRegistration now, int replica, int goodSince) {
        Integer since = known == null ? Integer.valueOf(TRUSTED) : known.since.get(replica);
        if (since != null && since == TRUSTED) {
            return Verdict.KEEP;
        }
        if (contains(now.isr, replica) || contains(now.elr, replica) || contains(now.lastKnownElr, replica)) {
            return Verdict.KEEP_AS_GOOD;
        }
        // Without a leader there is nobody to copy from, and this log may be all that is left.
        boolean nobodyElse = now.leader < 0 || now.leader == replica;
        int joined = since == null ? now.leaderEpoch : since;
        return nobodyElse || goodSince >= joined ? Verdict.KEEP : Verdict.EMPTY;
    }

    private static boolean contains(int[] nodes, int node) {
        return IntStream.of(nodes).anyMatch(each -> each == node);
    }
}
