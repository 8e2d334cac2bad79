// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * Outcome of a comparison of replicas.
 *
 * @param replicas all of them, the reference first
 * @param from first offset compared, the largest log start
 * @param to first offset not compared
 * @param batches compared, of the reference
 * @param bytes compared, of the reference
 * @param differences the first one of each replica against the reference, and those of the epoch caches; empty if equal
 */
public record PartitionComparison(
        TopicPartition partition,
        List<ReplicaRange> replicas,
        long from,
        long to,
        long batches,
        long bytes,
        List<Difference> differences) {

    /** What a replica holds: {@code [logStart, logEnd)}. */
    public record ReplicaRange(String name, long logStartOffset, long logEndOffset) {}

    public PartitionComparison {
        replicas = List.copyOf(replicas);
        differences = List.copyOf(differences);
    }

    public boolean equal() {
        return differences.isEmpty();
    }
}
