// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import io.kmirrord.statemachine.StateName;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;

/**
 * The gauges that show a snapshot. Each showing replaces all rows, so that a partition that moved away leaves nothing
 * behind. Not thread-safe.
 */
final class SnapshotGauges {
    private static final double MS_PER_SECOND = 1_000;

    private final MeterRegistry registry;
    private final int partitionSeriesMax;
    private final Map<Metric, MultiGauge> families = new EnumMap<>(Metric.class);
    private volatile SnapshotCache.Reading reading = new SnapshotCache.Reading(DaemonSnapshot.NONE, Duration.ZERO);

    SnapshotGauges(MeterRegistry registry, int partitionSeriesMax) {
        this.registry = registry;
        this.partitionSeriesMax = partitionSeriesMax;
        single(Metric.PARTITION_SERIES_LEFT_OUT, this::leftOut);
        single(Metric.FETCH_MEMORY_USED, now -> now.snapshot().fetchMemory().used());
        single(Metric.FETCH_MEMORY_LIMIT, now -> now.snapshot().fetchMemory().limit());
        single(Metric.BRIDGE_CONNECTED, now -> flag(now.snapshot().bridge().connected()));
        single(Metric.BRIDGE_LINKED, now -> flag(now.snapshot().bridge().linked()));
        single(
                Metric.STATE_TOPIC_HEALTHY,
                now -> flag(now.snapshot().stateTopic().healthy()));
        FunctionCounter.builder(
                        Metric.STATE_RECORDS_SKIPPED.id(),
                        this,
                        gauges -> gauges.reading.snapshot().stateTopic().unreadable())
                .description(Metric.STATE_RECORDS_SKIPPED.help())
                .register(registry);
        single(Metric.SNAPSHOT_AGE, now -> now.age().toMillis() / MS_PER_SECOND);
    }

    void show(SnapshotCache.Reading now) {
        reading = now;
        DaemonSnapshot snapshot = now.snapshot();
        SortedMap<String, MirrorLag> mirrors = MirrorLag.of(snapshot.partitions());
        states(mirrors);
        perMirror(Metric.MIRROR_LAG_SUM_RECORDS, mirrors, lag -> lag.records().sum());
        perMirror(Metric.MIRROR_LAG_MAX_RECORDS, mirrors, lag -> lag.records().max());
        perMirror(Metric.MIRROR_LAG_SUM_SECONDS, mirrors, lag -> lag.millis().sum() / MS_PER_SECOND);
        perMirror(Metric.MIRROR_LAG_MAX_SECONDS, mirrors, lag -> lag.millis().max() / MS_PER_SECOND);
        perMirror(Metric.MIRROR_LAG_UNKNOWN, mirrors, MirrorLag::unknown);
        // In a fixed order, not the worst first: a choice that changes with the lag would make new series for ever.
        List<PartitionRow> shown = snapshot.partitions().stream()
                .sorted()
                .limit(partitionSeriesMax)
                .toList();
        perPartition(Metric.PARTITION_LAG_RECORDS, shown, PartitionRow::lagRecords);
        perPartition(Metric.PARTITION_LAG_SECONDS, shown, row -> row.lagMs() < 0 ? -1 : row.lagMs() / MS_PER_SECOND);
        ownership(Metric.PARTITIONS_EXPECTED, snapshot, DaemonSnapshot.Ownership::expected);
        ownership(Metric.PARTITIONS_UNOWNED, snapshot, DaemonSnapshot.Ownership::unowned);
        ownership(
                Metric.GROUP_OFFSETS_COMMITTED,
                snapshot,
                owned -> owned.groups().committed());
        groupAges(snapshot);
        notSynced(snapshot);
    }

    private double leftOut(SnapshotCache.Reading now) {
        return Math.max(0, now.snapshot().partitions().size() - partitionSeriesMax);
    }

    /** Every state has a series, with 0 too: an alert on a series that is not there would never fire. */
    private void states(SortedMap<String, MirrorLag> mirrors) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        mirrors.forEach((mirror, figures) -> {
            for (StateName state : StateName.values()) {
                rows.add(row(Metric.PARTITIONS, figures.partitions(state), mirror, state.name()));
            }
        });
        replace(Metric.PARTITIONS, rows);
    }

    private void perMirror(Metric metric, SortedMap<String, MirrorLag> mirrors, ToDoubleFunction<MirrorLag> value) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        mirrors.forEach((mirror, figures) -> rows.add(row(metric, value.applyAsDouble(figures), mirror)));
        replace(metric, rows);
    }

    private void perPartition(Metric metric, List<PartitionRow> partitions, ToDoubleFunction<PartitionRow> value) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        for (PartitionRow partition : partitions) {
            double figure = value.applyAsDouble(partition);
            if (figure >= 0) {
                rows.add(row(
                        metric, figure, partition.mirror(), partition.topic(), String.valueOf(partition.partition())));
            }
        }
        replace(metric, rows);
    }

    private void ownership(Metric metric, DaemonSnapshot snapshot, ToDoubleFunction<DaemonSnapshot.Ownership> value) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        snapshot.ownership().forEach(owned -> rows.add(row(metric, value.applyAsDouble(owned), owned.mirror())));
        replace(metric, rows);
    }

    private void groupAges(DaemonSnapshot snapshot) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        snapshot.ownership().stream()
                .filter(owned -> owned.groups().ageMs() >= 0)
                .forEach(owned ->
                        rows.add(row(Metric.GROUP_SYNC_AGE, owned.groups().ageMs() / MS_PER_SECOND, owned.mirror())));
        replace(Metric.GROUP_SYNC_AGE, rows);
    }

    private void notSynced(DaemonSnapshot snapshot) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        snapshot.ownership()
                .forEach(owned -> owned.notSynced()
                        .forEach((reason, count) -> rows.add(row(Metric.NOT_SYNCED, count, owned.mirror(), reason))));
        replace(Metric.NOT_SYNCED, rows);
    }

    private void replace(Metric metric, List<MultiGauge.Row<?>> rows) {
        families.computeIfAbsent(
                        metric,
                        made -> MultiGauge.builder(made.id())
                                .description(made.help())
                                .register(registry))
                .register(rows, true);
    }

    private static MultiGauge.Row<?> row(Metric metric, double value, String... labelValues) {
        return MultiGauge.Row.of(Tagged.of(metric, labelValues), value);
    }

    private void single(Metric metric, ToDoubleFunction<SnapshotCache.Reading> value) {
        Gauge.builder(metric.id(), () -> value.applyAsDouble(reading))
                .description(metric.help())
                .register(registry);
    }

    private static double flag(boolean set) {
        return set ? 1 : 0;
    }
}
