// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.StateName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class DaemonMetricsTest {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "metrics.txt");
    private static final Pattern HELP = Pattern.compile("(?m)^# HELP (\\S+) (.*)$");

    private final ManualClock clock = new ManualClock();
    private CompletableFuture<DaemonSnapshot> answer = CompletableFuture.completedFuture(Samples.BUSY);

    private DaemonMetrics metrics(int partitionSeriesMax) {
        SnapshotCache cache = new SnapshotCache(() -> answer, clock, Duration.ofMillis(1));
        return new DaemonMetrics(cache, clock, "1.2.3", partitionSeriesMax);
    }

    @Test
    void everyFamilyIsExposedAsTheGoldenFileSays() throws IOException {
        try (DaemonMetrics metrics = metrics(1_000)) {
            Samples.events(metrics);
            String exposed = metrics.scrape();
            if (Boolean.getBoolean("golden.update")) {
                Files.createDirectories(GOLDEN.getParent());
                Files.writeString(GOLDEN, exposed);
            }
            assertThat(exposed)
                    .as("run with -Dgolden.update=true after a wanted change")
                    .isEqualTo(Files.readString(GOLDEN));
        }
    }

    @Test
    void theFamiliesAreThoseOfTheListWithTheirHelp() {
        try (DaemonMetrics metrics = metrics(1_000)) {
            Samples.events(metrics);
            Map<String, String> listed = new TreeMap<>();
            for (Metric metric : Metric.values()) {
                listed.put(metric.exposedName(), metric.help());
            }
            listed.put(Metric.APPEND_DURATION_MAX.exposedName(), Metric.APPEND_DURATION.help());
            Map<String, String> exposed = new TreeMap<>();
            Matcher lines = HELP.matcher(metrics.scrape());
            while (lines.find()) {
                exposed.put(lines.group(1), lines.group(2));
            }
            assertThat(exposed).isEqualTo(listed);
        }
    }

    @Test
    void partitionsBeyondTheLimitAreInTheSumsAndCounted() {
        List<PartitionRow> rows = new ArrayList<>();
        IntStream.range(0, 5)
                .forEach(number -> rows.add(new PartitionRow("m", "t", number, StateName.MIRRORING, 10, 1_000)));
        answer = CompletableFuture.completedFuture(Samples.with(rows));
        try (DaemonMetrics metrics = metrics(2)) {
            assertThat(metrics.scrape())
                    .contains("kmirrord_partition_lag_records{mirror=\"m\",partition=\"1\",topic=\"t\"} 10.0")
                    .doesNotContain("partition=\"2\"")
                    .contains("kmirrord_partition_series_left_out 3.0")
                    .contains("kmirrord_mirror_lag_sum_records{mirror=\"m\"} 50.0");
        }
    }

    @Test
    void aPartitionThatMovedAwayLeavesNoSeriesBehind() {
        try (DaemonMetrics metrics = metrics(1_000)) {
            assertThat(metrics.scrape()).contains("topic=\"payments\"");
            clock.advance(Duration.ofSeconds(2));
            answer = CompletableFuture.completedFuture(
                    Samples.with(Samples.BUSY.partitions().subList(0, 2)));
            assertThat(metrics.scrape()).contains("topic=\"orders\"").doesNotContain("topic=\"payments\"");
        }
    }

    /** N12: the averages of a daemon that does not move must not look fine. */
    @Test
    void aSilentEngineShowsTheOldStateWithItsAge() {
        try (DaemonMetrics metrics = metrics(1_000)) {
            metrics.scrape();
            answer = new CompletableFuture<>();
            clock.advance(Duration.ofSeconds(70));
            assertThat(metrics.scrape())
                    .contains("kmirrord_snapshot_age_seconds 70.0")
                    .contains("kmirrord_bridge_connected 1.0");
        }
    }

    @Test
    void anEngineThatNeverAnsweredIsNotHealthy() {
        answer = new CompletableFuture<>();
        try (DaemonMetrics metrics = metrics(1_000)) {
            clock.advance(Duration.ofSeconds(9));
            assertThat(metrics.scrape())
                    .contains("kmirrord_snapshot_age_seconds 9.0")
                    .contains("kmirrord_bridge_connected 0.0")
                    .contains("kmirrord_state_topic_healthy 0.0");
        }
    }

    @Test
    void theCountersOfAForgottenMirrorEndAndThoseOfOthersGoOn() {
        try (DaemonMetrics metrics = metrics(1_000)) {
            metrics.appended("west", 10, 1, 1_000);
            metrics.appended("north", 20, 2, 1_000);
            metrics.gap("west", 1);
            metrics.forget("west");
            assertThat(metrics.scrape())
                    .contains("kmirrord_appended_bytes_total{mirror=\"north\"} 20.0")
                    .doesNotContain("kmirrord_appended_bytes_total{mirror=\"west\"}")
                    .doesNotContain("kmirrord_gaps_total{mirror=\"west\"}");
            metrics.appended("west", 7, 1, 1_000);
            assertThat(metrics.scrape()).contains("kmirrord_appended_bytes_total{mirror=\"west\"} 7.0");
        }
    }

    @Test
    void theProcessItselfIsMeasuredToo() {
        try (DaemonMetrics metrics = metrics(1_000).withProcess()) {
            assertThat(metrics.scrape())
                    .contains("# HELP jvm_memory_used_bytes ")
                    .contains("# HELP process_uptime_seconds ");
        }
    }
}
