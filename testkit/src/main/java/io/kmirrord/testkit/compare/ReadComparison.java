// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * Outcome of the comparison of one partition in two clusters, as their consumers see it.
 *
 * @param from first offset compared, the larger log start
 * @param to first offset not compared, the smaller high watermark
 * @param uncommittedRecords that the reference's read_uncommitted consumer saw
 * @param committedRecords that the reference's read_committed consumer saw, up to the smaller last stable offset
 * @param differences of the offsets, and the first one of each isolation level; empty if equal
 */
public record ReadComparison(
        TopicPartition partition,
        Offsets reference,
        Offsets other,
        long from,
        long to,
        long uncommittedRecords,
        long committedRecords,
        List<Difference> differences) {

    public ReadComparison {
        differences = List.copyOf(differences);
    }

    public boolean equal() {
        return differences.isEmpty();
    }
}
