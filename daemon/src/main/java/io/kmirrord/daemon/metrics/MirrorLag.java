// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import io.kmirrord.statemachine.StateName;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Figures of one mirror, gathered from its partitions. Confined to one thread while it is filled. */
final class MirrorLag {
    private final Map<StateName, Integer> partitions = new EnumMap<>(StateName.class);
    private final Figure records = new Figure();
    private final Figure millis = new Figure();
    private int unknown;

    /** By name of the mirror, for mirrors with a partition in the list. */
    static SortedMap<String, MirrorLag> of(List<PartitionRow> rows) {
        SortedMap<String, MirrorLag> mirrors = new TreeMap<>();
        rows.forEach(row ->
                mirrors.computeIfAbsent(row.mirror(), name -> new MirrorLag()).add(row));
        return mirrors;
    }

    private void add(PartitionRow row) {
        partitions.merge(row.state(), 1, Integer::sum);
        records.add(row.lagRecords());
        millis.add(row.lagMs());
        if (row.lagRecords() < 0 || row.lagMs() < 0) {
            unknown++;
        }
    }

    int partitions(StateName state) {
        return partitions.getOrDefault(state, 0);
    }

    Figure records() {
        return records;
    }

    Figure millis() {
        return millis;
    }

    /** Partitions of which one of both lags is not known. */
    int unknown() {
        return unknown;
    }

    /** Sum and maximum of the values that are known; both 0 when none is. */
    static final class Figure {
        private long sum;
        private long max;

        private void add(long value) {
            if (value >= 0) {
                sum += value;
                max = Math.max(max, value);
            }
        }

        long sum() {
            return sum;
        }

        long max() {
            return max;
        }
    }
}
