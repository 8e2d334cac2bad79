// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Places;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.TopicSettings;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.testkit.cluster.KafkaClassPath;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaClusterBuilder;
import io.kmirrord.testkit.cluster.KafkaVersion;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A source whose records lie in remote storage is read like any other; a destination has none for mirror topics. */
@Tag("long")
class TieredStorageIT {
    private static final Duration SOON = Duration.ofMinutes(2);
    /** The newest of which Kafka has published the storage of its tests. */
    private static final KafkaVersion VERSION = KafkaVersion.parse("4.3.1");

    private static final int RECORDS = 8_000;
    private static final int BYTES = 1_000;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @TempDir
    static Path remote;

    private static MirrorFixture fixture;
    private static Admin there;
    private static TopicSettings here;

    @BeforeAll
    static void start() {
        KafkaCluster source = CLUSTERS.start("source", tiered("source"));
        fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                tiered("destination"),
                List.of(),
                Map.of("configs.sync.interval.ms", "300"));
        there = CLUSTERS.manage(new Places(source)).admin();
        here = CLUSTERS.manage(new TopicSettings(fixture.destination()));
    }

    private static KafkaClusterBuilder tiered(String name) {
        return KafkaCluster.builder()
                .version(VERSION)
                .brokers(1)
                .property("remote.log.storage.system.enable", "true")
                .property(
                        "remote.log.storage.manager.class.name",
                        "org.apache.kafka.server.log.remote.storage.LocalTieredStorage")
                .property(
                        "remote.log.storage.manager.class.path",
                        KafkaClassPath.localTieredStorage(VERSION).toString())
                .property("rsm.config.dir", remote.resolve(name).toString())
                .property("remote.log.metadata.manager.listener.name", "PLAINTEXT")
                .property("rlmm.config.remote.log.metadata.topic.replication.factor", "1")
                .property("rlmm.config.remote.log.metadata.topic.num.partitions", "3")
                .property("remote.log.manager.task.interval.ms", "500")
                .property("log.retention.check.interval.ms", "500")
                .property("log.initial.task.delay.ms", "500");
    }

    private static long first(TopicPartition partition, OffsetSpec spec) throws Exception {
        return there.listOffsets(Map.of(partition, spec))
                .partitionResult(partition)
                .get()
                .offset();
    }

    private static void mirrored(String topic) {
        Records.create(fixture.source(), topic, 1, 1);
        Records.write(fixture.source(), topic, 1, 1_000);
        fixture.startTopics(List.of(topic));
        fixture.awaitMirrored(List.of(topic));
    }

    @Test
    void recordsThatLieInRemoteStorageOfTheSourceAreCopiedFromTheFirstOn() throws Exception {
        TopicPartition partition = new TopicPartition("cold", 0);
        Records.create(
                fixture.source(),
                new NewTopic("cold", 1, (short) 1)
                        .configs(Map.of(
                                "remote.storage.enable",
                                "true",
                                "segment.bytes",
                                "1048576",
                                "local.retention.bytes",
                                "1")));
        Records.write(fixture.source(), partition, RECORDS, BYTES);
        assertThat(Poll.until(SOON, () -> localStart(partition) > 0))
                .as("segments are in remote storage alone")
                .isTrue();
        assertThat(first(partition, OffsetSpec.earliest())).isZero();
        fixture.startTopics(List.of("cold"));
        fixture.awaitMirrored(List.of("cold"));
        Records.write(fixture.source(), partition, 10, BYTES);
        fixture.awaitMirrored(List.of("cold"));
        assertThat(here.own("cold")).doesNotContainKey("remote.storage.enable").containsKey("segment.bytes");
        List<String> copied = read(fixture.destination(), partition);
        assertThat(copied).hasSize(RECORDS + 10).isEqualTo(read(fixture.source(), partition));
    }

    private static long localStart(TopicPartition partition) {
        try {
            return first(partition, OffsetSpec.earliestLocal());
        } catch (Exception e) {
            throw new AssertionError("the local start is not told", e);
        }
    }

    private static List<String> read(KafkaCluster cluster, TopicPartition partition) {
        List<String> records = new ArrayList<>();
        try (Places places = new Places(cluster);
                KafkaConsumer<byte[], byte[]> consumer = places.consumer("reader", "auto.offset.reset", "earliest")) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = Objects.requireNonNull(
                    consumer.endOffsets(List.of(partition)).get(partition));
            assertThat(Poll.until(SOON, () -> {
                        consumer.poll(Duration.ofMillis(200))
                                .forEach(record -> records.add(record.offset() + " " + record.timestamp() + " "
                                        + record.leaderEpoch() + " "
                                        + new String(record.value(), StandardCharsets.UTF_8)));
                        return consumer.position(partition) >= end;
                    }))
                    .isTrue();
        }
        return records;
    }

    @Test
    void remoteStorageOfTheDestinationFailsTheTopicAndIsRefusedAtItsStart() {
        mirrored("hot");
        here.set("hot", Map.of("remote.storage.enable", "true"));
        String why = fixture.mirrors().awaitFailed(fixture.mirror(), "hot", 1, FailureCode.TIERED_STORAGE, SOON);
        assertThat(why).contains("remote.storage.enable=true at the destination");
        assertThat(fixture.notSynced()).contains("REMOTE_STORAGE");
        here.set("hot", Map.of("remote.storage.enable", "false", "remote.log.delete.on.disable", "true"));
        assertThat(Poll.until(SOON, () -> !fixture.notSynced().contains("REMOTE_STORAGE")))
                .as(fixture::notSynced)
                .isTrue();
        Console recover = Console.at(fixture.destination(), "recover", fixture.mirror(), "--topics", "hot");
        assertThat(recover.exitCode()).as(recover.out() + recover.err()).isEqualTo(ExitCode.OK);
        Records.write(fixture.source(), "hot", 1, 100);
        fixture.awaitMirrored(List.of("hot"));

        mirrored("warm");
        fixture.mirrors().wish(fixture.mirror(), List.of("warm"), Desired.STOPPED);
        fixture.mirrors().awaitState(fixture.mirror(), "warm", 1, StateName.STOPPED, SOON);
        here.set("warm", Map.of("remote.storage.enable", "true"));
        Console start = Console.at(fixture.destination(), "start", fixture.mirror(), "--topics", "warm");
        assertThat(start.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(start.err()).contains("remote.storage.enable=true at the destination; accepted: false");
    }
}
