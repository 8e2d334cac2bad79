// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.config;

import io.kmirrord.daemon.http.MonitoringServer;
import io.kmirrord.daemon.service.Monitoring;
import io.kmirrord.protocol.Backoff;
import io.kmirrord.protocol.Endpoint;
import io.kmirrord.statemachine.settings.SettingsReader;
import java.time.Duration;

/**
 * The process itself. Immutable.
 *
 * @param shards {@code shards}: threads that decide for partitions; default 2
 * @param networkThreads {@code network.threads}: event loops towards the source; default 2
 * @param backoff {@code retry.backoff.min.ms} (default 100) to {@code retry.backoff.max.ms} (default 10 s)
 * @param summaryInterval {@code summary.interval.ms}: between summary lines in the log; default 10 s
 * @param discoveryInterval {@code discovery.interval.ms}: between two looks for new topics at the source; default 30 s
 * @param httpListen {@code http.listen}: where metrics and health are served; default 127.0.0.1:9464
 * @param partitionSeriesMax {@code metrics.partition.series.max}: partitions with series of their own; default 1000
 */
public record RuntimeConfig(
        int shards,
        int networkThreads,
        Backoff backoff,
        Duration summaryInterval,
        Duration discoveryInterval,
        Endpoint httpListen,
        int partitionSeriesMax) {

    static RuntimeConfig from(SettingsReader settings) {
        long min = settings.number("retry.backoff.min.ms", 100, 10, 60_000);
        long max = settings.number("retry.backoff.max.ms", 10_000, 10, 600_000);
        if (max < min) {
            settings.problem("retry.backoff.max.ms = '" + max + "'; accepted: at least retry.backoff.min.ms, " + min);
            max = min;
        }
        return new RuntimeConfig(
                settings.integer("shards", 2, 1, 64),
                settings.integer("network.threads", 2, 1, 64),
                new Backoff(Duration.ofMillis(min), Duration.ofMillis(max)),
                Duration.ofMillis(settings.number("summary.interval.ms", 10_000, 100, 3_600_000)),
                Duration.ofMillis(settings.number("discovery.interval.ms", 30_000, 100, 86_400_000)),
                settings.optional(MonitoringServer.KEY, MonitoringServer.DEFAULT, Endpoint::parse),
                settings.integer(Monitoring.PARTITION_SERIES_KEY, Monitoring.PARTITION_SERIES_DEFAULT, 0, 1_000_000));
    }
}
