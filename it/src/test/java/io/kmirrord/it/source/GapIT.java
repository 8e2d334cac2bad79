// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.Equality;
import io.kmirrord.it.fixture.Metrics;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.TopicChanges;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import io.kmirrord.testkit.workload.ContinuousLoad;
import io.kmirrord.testkit.workload.LoadSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Records that the source removes before they are copied: recorded, reported, and followed as {@code on.gap} says. */
class GapIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String MIRROR = MirrorFixture.MIRROR;
    private static final String STRICT = "strict";
    private static final int COPIED = 200;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static KafkaCluster source;
    private static MirrorFixture fixture;

    @BeforeAll
    static void start() {
        source = CLUSTERS.start(
                "source",
                KafkaCluster.builder()
                        .brokers(1)
                        .property("log.retention.check.interval.ms", "500")
                        .property("log.initial.task.delay.ms", "500"));
        fixture = MirrorFixture.start(
                CLUSTERS, "destination", source, KafkaCluster.builder().brokers(1), List.of(), Map.of());
        fixture.mirrors().define(STRICT, strict("fail"));
    }

    private static Map<String, String> strict(String onGap) {
        return Map.of(
                "source.bootstrap.servers", source.bootstrapServers(), "replication.factor", "1", "on.gap", onGap);
    }

    /** Copies the beginning of a topic, and pauses it. */
    private static void mirrorAndPause(String mirror, String topic) {
        Records.create(source, topic, 1, 1);
        Records.write(source, topic, 1, COPIED);
        assertThat(fixture.mirrors().start(mirror, List.of(topic), false).done())
                .isTrue();
        fixture.mirrors().awaitState(mirror, topic, 1, StateName.MIRRORING, SOON);
        fixture.awaitMirrored(List.of(topic));
        fixture.mirrors().wish(mirror, List.of(topic), Desired.PAUSED);
        fixture.mirrors().awaitState(mirror, topic, 1, StateName.PAUSED, SOON);
    }

    private static void resume(String mirror, String topic) {
        fixture.mirrors().wish(mirror, List.of(topic), Desired.MIRRORING);
    }

    private static void deleteBefore(String topic, long offset) throws Exception {
        changes().deleteBefore(new TopicPartition(topic, 0), offset);
    }

    private static TopicChanges changes() {
        return new TopicChanges(fixture.sourceOffsets().admin());
    }

    private static double metric(String series) {
        return Metrics.sum(fixture.daemons().byNode().values(), series);
    }

    private static JsonNode describe(String mirror, String topic) {
        Console run = Console.at(fixture.destination(), "describe", mirror, "--topics", topic, "-o", "json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        try {
            return run.json().at("/mirrors/0/topics/0/partitions/0");
        } catch (IOException e) {
            throw new AssertionError(run.out(), e);
        }
    }

    @Test
    void deletedInTheMiddleOfABatchOnAnIdleTopic() throws Exception {
        mirrorAndPause(MIRROR, "idle");
        mirrorAndPause(STRICT, "idle-strict");
        for (String topic : List.of("idle", "idle-strict")) {
            Records.write(source, topic, 1, 100);
            Records.write(source, topic, 1, 100);
            deleteBefore(topic, 350);
        }
        String gaps = "kmirrord_gap_offsets_total{mirror=\"" + MIRROR + "\"}";
        double before = metric(gaps);
        resume(MIRROR, "idle");
        resume(STRICT, "idle-strict");
        fixture.awaitMirrored(List.of("idle"));
        assertThat(metric(gaps) - before).isEqualTo(150);
        requireGap("idle", 200, 350);

        assertThat(fixture.mirrors().awaitFailed(STRICT, "idle-strict", 1, FailureCode.GAP, SOON))
                .isEqualTo("offsets 200..350 are gone at the source");
        assertThat(metric("kmirrord_failures_total{code=\"GAP\",mirror=\"" + STRICT + "\"}"))
                .isPositive();
        JsonNode failed = describe(STRICT, "idle-strict").path("failure");
        assertThat(failed.path("code").asText()).isEqualTo("GAP");
        assertThat(failed.path("detail").asText()).contains("200..350");

        // An attempt alone skips nothing.
        Recorded first = fixture.mirrors().states(STRICT, "idle-strict").get(0);
        resume(STRICT, "idle-strict");
        fixture.mirrors().awaitFailedAgain(STRICT, "idle-strict", FailureCode.GAP, first, SOON);
        fixture.mirrors().define(STRICT, strict("continue"));
        resume(STRICT, "idle-strict");
        fixture.awaitMirrored(List.of("idle-strict"));
        fixture.mirrors().define(STRICT, strict("fail"));
    }

    @Test
    void deletedUnderABusyTopic() throws Exception {
        mirrorAndPause(MIRROR, "busy");
        mirrorAndPause(STRICT, "busy-strict");
        List<ContinuousLoad> loads = new ArrayList<>();
        for (String topic : List.of("busy", "busy-strict")) {
            loads.add(ContinuousLoad.start(source.bootstrapServers(), LoadSpec.idempotent(topic, 1, 1_000)));
        }
        try {
            for (ContinuousLoad load : loads) {
                assertThat(Poll.until(SOON, () -> load.acknowledged() > 1_500)).isTrue();
            }
            deleteBefore("busy", 1_333);
            deleteBefore("busy-strict", 1_333);
            resume(MIRROR, "busy");
            resume(STRICT, "busy-strict");
            assertThat(fixture.mirrors().awaitFailed(STRICT, "busy-strict", 1, FailureCode.GAP, SOON))
                    .isEqualTo("offsets 200..1333 are gone at the source");
            assertThat(Poll.until(SOON, () -> end("busy") > 2_500)).isTrue();
        } finally {
            loads.forEach(ContinuousLoad::stop);
        }
        fixture.awaitMirrored(List.of("busy"));
        assertThat(end("busy-strict")).isEqualTo(COPIED);
        fixture.mirrors().wish(STRICT, List.of("busy-strict"), Desired.STOPPED);
        fixture.mirrors().awaitState(STRICT, "busy-strict", 1, StateName.STOPPED, SOON);
    }

    private static long end(String topic) {
        return fixture.destinationOffsets()
                .require(new TopicPartition(topic, 0))
                .highWatermark();
    }

    @Test
    void retentionThatPassesIdleAndBusyTopics() throws Exception {
        mirrorAndPause(MIRROR, "retention");
        mirrorAndPause(MIRROR, "expired");
        Records.write(source, new TopicPartition("expired", 0), 100, 100);
        changes().set("retention", Map.of("segment.bytes", "1048576", "retention.bytes", "2097152"));
        changes().set("expired", Map.of("retention.ms", "1"));
        for (int segment = 0; segment < 6; segment++) {
            Records.write(source, new TopicPartition("retention", 0), 9, 100_000);
        }
        TopicPartition retention = new TopicPartition("retention", 0);
        TopicPartition expired = new TopicPartition("expired", 0);
        assertThat(Poll.until(
                        SOON,
                        () -> fixture.sourceOffsets().require(retention).logStart() > COPIED
                                && fixture.sourceOffsets().require(expired).logStart() == COPIED + 100))
                .isTrue();
        Records.write(source, retention, 5, 100);
        resume(MIRROR, "retention");
        resume(MIRROR, "expired");
        fixture.awaitMirrored(List.of("retention"));
        new Equality(fixture).requireEqualReplicas(List.of("retention"));
        // Nothing is left to copy: that is no lag.
        String lag = "kmirrord_partition_lag_records{mirror=\"it\",partition=\"0\",topic=\"expired\"}";
        assertThat(Poll.until(
                        SOON,
                        () -> describe(MIRROR, "expired").path("sourceOffset").asLong() == COPIED + 100
                                && metric(lag) == 0))
                .isTrue();
        requireGap("expired", COPIED, COPIED + 100);
        assertThat(describe(MIRROR, "expired").path("lag").asLong(-1)).isZero();
        Records.write(source, expired, 10, 100);
        assertThat(Poll.until(SOON, () -> end("expired") == COPIED + 110)).isTrue();
    }

    private static void requireGap(String topic, long from, long to) {
        JsonNode gaps = describe(MIRROR, topic).path("gaps");
        assertThat(gaps.path("count").asInt()).as("%s", gaps).isEqualTo(1);
        assertThat(gaps.path("from").asLong()).isEqualTo(from);
        assertThat(gaps.path("to").asLong()).isEqualTo(to);
    }
}
