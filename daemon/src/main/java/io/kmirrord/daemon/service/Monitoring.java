// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.service;

import io.kmirrord.daemon.http.Health;
import io.kmirrord.daemon.http.MonitoringPages;
import io.kmirrord.daemon.http.MonitoringServer;
import io.kmirrord.daemon.http.QueueProbe;
import io.kmirrord.daemon.metrics.DaemonMetrics;
import io.kmirrord.daemon.metrics.EngineMetrics;
import io.kmirrord.daemon.metrics.MetricsSource;
import io.kmirrord.daemon.metrics.SnapshotCache;
import io.kmirrord.daemon.notify.ServiceNotifier;
import io.kmirrord.protocol.Endpoint;
import io.micrometer.core.instrument.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Serves the pages and reports to systemd. In this order: {@link #start} before the engine, which counts into
 * {@link #events}; {@link #running} once it is there; {@link #stopping} and {@link #close} at the end. Thread-safe.
 */
public final class Monitoring implements AutoCloseable {
    /** Key of the setting, 0 or more. */
    public static final String PARTITION_SERIES_KEY = "metrics.partition.series.max";

    public static final int PARTITION_SERIES_DEFAULT = 1_000;

    private static final Duration SNAPSHOT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration QUEUE_TIMEOUT = Duration.ofSeconds(5);

    private final LateSource source;
    private final DaemonMetrics metrics;
    private final MonitoringServer server;
    private final ServiceNotifier notifier;
    private volatile List<QueueProbe> queues = List.of();

    private Monitoring(LateSource source, SnapshotCache snapshots, DaemonMetrics metrics, Endpoint listen)
            throws IOException {
        this.source = source;
        this.metrics = metrics;
        server = MonitoringServer.start(
                listen,
                new MonitoringPages(
                        metrics::scrape,
                        () -> Health.liveness(queues, QUEUE_TIMEOUT),
                        () -> Health.readiness(snapshots.current())));
        notifier = ServiceNotifier.fromEnvironment();
    }

    /**
     * Serves the pages; not ready until {@link #running}.
     *
     * @param listen the setting {@link MonitoringServer#KEY}
     * @param version of this program
     * @param partitionSeriesMax the setting {@link #PARTITION_SERIES_KEY}
     * @throws IOException when that address cannot be listened on; the message names it and says what to do
     */
    public static Monitoring start(Endpoint listen, String version, int partitionSeriesMax) throws IOException {
        LateSource source = new LateSource();
        SnapshotCache snapshots = new SnapshotCache(source, System::nanoTime, SNAPSHOT_TIMEOUT);
        DaemonMetrics metrics = new DaemonMetrics(snapshots, Clock.SYSTEM, version, partitionSeriesMax).withProcess();
        try {
            return new Monitoring(source, snapshots, metrics, listen);
        } catch (IOException e) {
            metrics.close();
            throw e;
        }
    }

    /** Where the engine counts what happens. */
    public EngineMetrics events() {
        return metrics;
    }

    /**
     * The engine is there: its state is shown from now on, and systemd hears that the service is up.
     *
     * @param engine answers with its state
     * @param eventQueues that must move, or the daemon is restarted
     */
    public void running(MetricsSource engine, List<QueueProbe> eventQueues) {
        source.register(engine);
        queues = List.copyOf(eventQueues);
        notifier.ready(() -> Health.liveness(queues, QUEUE_TIMEOUT));
    }

    /** A line that {@code systemctl status} shows. */
    public void status(String line) {
        notifier.status(line);
    }

    /** To be called first when the process ends. Blocks for a second at most. */
    public void stopping() {
        notifier.stopping();
    }

    /** Returns within 1 s. Idempotent. */
    @Override
    public void close() {
        notifier.close();
        server.close();
        metrics.close();
    }
}
