// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import io.kmirrord.statemachine.decision.FailureCode;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The metrics of a daemon: counts events as they come, and polls the engine's snapshot when it is scraped. Thread-safe.
 */
public final class DaemonMetrics implements EngineMetrics, AutoCloseable {
    private static final Duration[] APPEND_BUCKETS = {
        Duration.ofNanos(500_000),
        Duration.ofMillis(1),
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(20),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(200),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
    };

    private final PrometheusMeterRegistry registry;
    private final SnapshotCache snapshots;
    private final SnapshotGauges gauges;
    private final Map<String, CopyMeters> copies = new ConcurrentHashMap<>();

    /**
     * Registers everything that has no labels; series with labels begin with their first value.
     *
     * @param version of this program, for the info metric
     * @param partitionSeriesMax partitions that get series of their own, 0 or more; those beyond are in the sums only
     */
    public DaemonMetrics(SnapshotCache snapshots, Clock clock, String version, int partitionSeriesMax) {
        this.snapshots = snapshots;
        registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new PrometheusRegistry(), clock);
        gauges = new SnapshotGauges(registry, partitionSeriesMax);
        // Not through the meter registry, which takes the suffix _info away.
        Info.builder()
                .name(Metric.BUILD.id())
                .help(Metric.BUILD.help())
                .labelNames(Metric.BUILD.labels().toArray(String[]::new))
                .register(registry.getPrometheusRegistry())
                .addLabelValues(version);
    }

    /** Adds memory, collector, thread, file descriptor and processor metrics of this process. To be called once. */
    public DaemonMetrics withProcess() {
        ProcessMeters.bindTo(registry);
        return this;
    }

    /**
     * Everything in the text format 0.0.4 of Prometheus. Blocks for the deadline of the snapshot at most.
     */
    public String scrape() {
        SnapshotCache.Reading reading = snapshots.current();
        // One scrape at a time: rows of one snapshot never mix with those of another.
        synchronized (gauges) {
            gauges.show(reading);
            return registry.scrape();
        }
    }

    @Override
    public void fetched(String mirror, long bytes) {
        copies.computeIfAbsent(mirror, this::copyMeters).fetched.increment((double) bytes);
    }

    @Override
    public void appended(String mirror, long bytes, int batches, long nanos) {
        CopyMeters meters = copies.computeIfAbsent(mirror, this::copyMeters);
        meters.bytes.increment((double) bytes);
        meters.batches.increment(batches);
        meters.duration.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void gap(String mirror, long offsets) {
        counter(Metric.GAPS, mirror).increment();
        counter(Metric.GAP_OFFSETS, mirror).increment((double) offsets);
    }

    @Override
    public void failed(String mirror, FailureCode code) {
        counter(Metric.FAILURES, mirror, code.name()).increment();
    }

    @Override
    public void forget(String mirror) {
        for (Meter meter : registry.getMeters()) {
            if (mirror.equals(meter.getId().getTag("mirror"))) {
                registry.remove(meter);
            }
        }
        // Last: an append at the same time must not leave meters here that the registry no longer has.
        copies.remove(mirror);
    }

    private CopyMeters copyMeters(String mirror) {
        Timer duration = Timer.builder(Metric.APPEND_DURATION.id())
                .description(Metric.APPEND_DURATION.help())
                .tags(Tagged.of(Metric.APPEND_DURATION, mirror))
                .serviceLevelObjectives(APPEND_BUCKETS)
                .register(registry);
        return new CopyMeters(
                counter(Metric.FETCHED_BYTES, mirror),
                counter(Metric.APPENDED_BYTES, mirror),
                counter(Metric.APPENDED_BATCHES, mirror),
                duration);
    }

    private Counter counter(Metric metric, String... labelValues) {
        return Counter.builder(metric.id())
                .description(metric.help())
                .tags(Tagged.of(metric, labelValues))
                .register(registry);
    }

    private record CopyMeters(Counter fetched, Counter bytes, Counter batches, Timer duration) {}

    /** Ends the registry; a scrape after it is empty. Idempotent. */
    @Override
    public void close() {
        registry.close();
    }
}
