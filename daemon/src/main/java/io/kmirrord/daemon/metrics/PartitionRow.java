// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import io.kmirrord.statemachine.StateName;
import java.util.Comparator;

/**
 * A mirror partition that is led here. Immutable; ordered by mirror, topic and partition.
 *
 * @param partition number of the partition, 0 or more
 * @param lagRecords offsets from the end of the copy to the source's high watermark, or {@link #UNKNOWN}
 * @param lagMs how long ago the copy was level with the source, in milliseconds, or {@link #UNKNOWN}
 */
public record PartitionRow(String mirror, String topic, int partition, StateName state, long lagRecords, long lagMs)
        implements Comparable<PartitionRow> {
    /** In place of a lag that is not known. */
    public static final long UNKNOWN = -1;

    private static final Comparator<PartitionRow> ORDER = Comparator.comparing(PartitionRow::mirror)
            .thenComparing(PartitionRow::topic)
            .thenComparingInt(PartitionRow::partition);

    @Override
    public int compareTo(PartitionRow other) {
        return ORDER.compare(this, other);
    }
}
