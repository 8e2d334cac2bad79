// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.byhand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.it.fixture.Clients;
import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.Leaders;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Places;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.Sites;
import io.kmirrord.it.fixture.TopicSettings;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The table of the guide: what is done by hand at the destination, and what becomes of it (N10). */
@Tag("long")
class ByHandIT {
    private static final Duration SOON = Duration.ofSeconds(90);

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;
    private static Admin admin;
    private static Places there;
    private static Places here;

    @BeforeAll
    static void start() {
        KafkaCluster source = CLUSTERS.start("source", Sites.oneBroker());
        fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                KafkaCluster.builder().brokers(3),
                List.of(),
                Map.of("groups.sync.interval.ms", "300", "configs.sync.interval.ms", "300"));
        there = CLUSTERS.manage(new Places(source));
        here = CLUSTERS.manage(new Places(fixture.destination()));
        admin = here.admin();
    }

    private static TopicPartition mirrored(String topic) {
        Records.create(fixture.source(), topic, 1, 1);
        Records.write(fixture.source(), topic, 1, 1_000);
        fixture.startTopics(List.of(topic));
        fixture.awaitMirrored(List.of(topic));
        return new TopicPartition(topic, 0);
    }

    private static void goesOn(String topic) {
        Records.write(fixture.source(), topic, 1, 100);
        fixture.awaitMirrored(List.of(topic));
    }

    /** At once: nobody waits for the interval of discovery. */
    private static Console sync() {
        Console sync = Console.at(fixture.destination(), "sync", fixture.mirror());
        assertThat(sync.exitCode()).as(sync.out() + sync.err()).isEqualTo(ExitCode.OK);
        return sync;
    }

    private static void awaitTold(String... words) {
        assertThat(Poll.until(SOON, () -> {
                    sync();
                    return List.of(words).stream().allMatch(fixture.notSynced()::contains);
                }))
                .as(() -> List.of(words) + " is not in " + fixture.notSynced() + "\n" + fixture.daemonLogs())
                .isTrue();
    }

    private static boolean exists(String topic) {
        try {
            return admin.listTopics().names().get().contains(topic);
        } catch (ExecutionException e) {
            throw new AssertionError("topics cannot be listed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName(
            "N10: a mirror topic that is deleted here is told, not created again, and copied anew by stop and start")
    void n10ATopicIsDeleted() throws Exception {
        mirrored("deleted");
        admin.deleteTopics(List.of("deleted")).all().get();
        awaitTold("topic deleted topic 'deleted' was deleted at the destination and is not created again");
        assertThat(exists("deleted")).isFalse();
        Console stop = Console.at(fixture.destination(), "stop", fixture.mirror(), "--topics", "deleted");
        assertThat(stop.exitCode()).as(stop.out() + stop.err()).isEqualTo(ExitCode.OK);
        Console start = Console.at(fixture.destination(), "start", fixture.mirror(), "--topics", "deleted");
        assertThat(start.exitCode()).as(start.out() + start.err()).isEqualTo(ExitCode.OK);
        fixture.awaitMirrored(List.of("deleted"));
        sync();
        assertThat(fixture.notSynced()).doesNotContain("'deleted'");
    }

    @Test
    @DisplayName("N10: a topic made here under the name of one that was deleted is its clients', and told")
    void n10AnotherTopicHasItsName() throws Exception {
        mirrored("replaced");
        admin.deleteTopics(List.of("replaced")).all().get();
        assertThat(Poll.until(SOON, () -> !exists("replaced"))).isTrue();
        Records.create(fixture.destination(), "replaced", 1, 1);
        Records.write(fixture.destination(), "replaced", 1, 10);
        awaitTold("topic 'replaced' was deleted at the destination, and another topic has its name");
        Records.write(fixture.source(), "replaced", 1, 100);
        sync();
        Records.write(fixture.destination(), "replaced", 1, 10);
        assertThat(fixture.destinationOffsets()
                        .require(new TopicPartition("replaced", 0))
                        .highWatermark())
                .isEqualTo(20);
    }

    @Test
    @DisplayName(
            "N10: partitions added here are fenced and FAILED until the source has them, then copied; and the others go on")
    void n10PartitionsAreAdded() throws Exception {
        TopicPartition first = mirrored("widened");
        admin.createPartitions(Map.of("widened", NewPartitions.increaseTo(2)))
                .all()
                .get();
        assertThat(Poll.until(SOON, () -> {
                    var second = fixture.mirrors()
                            .states(fixture.mirror(), "widened")
                            .get(1);
                    return second != null
                            && second.failure() != null
                            && second.failure().code() == FailureCode.SOURCE_PARTITION_MISSING;
                }))
                .as(() -> fixture.mirrors().describe(fixture.mirror(), "widened"))
                .isTrue();
        try (Producer<String, String> producer =
                Clients.plain(fixture.destination().bootstrapServers(), "all")) {
            assertThatThrownBy(() -> Clients.send(producer, "widened", 1, "x"))
                    .as("records that the source would not have")
                    .isInstanceOf(PolicyViolationException.class);
        }
        Records.write(fixture.source(), "widened", 1, 100);
        assertThat(Poll.until(
                        SOON, () -> fixture.destinationOffsets().require(first).highWatermark() == 1_100))
                .as(fixture::daemonLogs)
                .isTrue();
        there.admin()
                .createPartitions(Map.of("widened", NewPartitions.increaseTo(2)))
                .all()
                .get();
        Records.write(fixture.source(), "widened", 2, 100);
        fixture.awaitMirrored(List.of("widened"));
    }

    @Test
    void recordsAreWrittenOrDeleted() throws Exception {
        TopicPartition partition = mirrored("touched");
        try (Producer<String, String> producer =
                Clients.plain(fixture.destination().bootstrapServers(), "all")) {
            assertThatThrownBy(() -> Clients.send(producer, "touched", 0, "x"))
                    .isInstanceOf(PolicyViolationException.class);
        }
        assertThatThrownBy(() -> admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(10)))
                        .all()
                        .get())
                .isInstanceOf(ExecutionException.class);
        goesOn("touched");
    }

    @Test
    void replicasAreMovedAndLeadersElected() throws Exception {
        TopicPartition partition = mirrored("moved");
        Leaders leaders = new Leaders(admin);
        for (int round = 0; round < 3; round++) {
            List<Integer> replicas = List.of(1 + round % 3, 1 + (round + 1) % 3);
            admin.alterPartitionReassignments(Map.of(partition, Optional.of(new NewPartitionReassignment(replicas))))
                    .all()
                    .get();
            assertThat(Poll.until(SOON, () -> leaders.replicas(partition).equals(replicas)))
                    .isTrue();
            leaders.moveOn(partition);
            goesOn("moved");
        }
    }

    @Test
    void groupsAreMovedOrDeleted() throws Exception {
        TopicPartition partition = mirrored("grouped");
        for (String group : List.of("back", "ahead", "dropped")) {
            there.commit(group, partition, 500);
        }
        for (String group : List.of("back", "ahead", "dropped")) {
            assertThat(Poll.until(SOON, () -> here.offset(group, partition) == 500))
                    .isTrue();
        }
        here.commit("back", partition, 100);
        here.commit("ahead", partition, 900);
        admin.deleteConsumerGroups(List.of("dropped")).all().get();
        assertThat(Poll.until(
                        SOON, () -> here.offset("back", partition) == 500 && here.offset("dropped", partition) == 500))
                .as(() -> here.all("back") + " " + here.all("dropped"))
                .isTrue();
        awaitTold("group ahead");
        assertThat(here.offset("ahead", partition)).isEqualTo(900);
        there.commit("ahead", partition, 950);
        assertThat(Poll.until(SOON, () -> here.offset("ahead", partition) == 950))
                .isTrue();
    }

    @Test
    void configsAreChanged() {
        mirrored("tuned");
        try (TopicSettings settings = new TopicSettings(fixture.destination());
                TopicSettings source = new TopicSettings(fixture.source())) {
            source.set("tuned", Map.of("max.message.bytes", "70000"));
            assertThat(Poll.until(SOON, () -> settings.own("tuned").equals(Map.of("max.message.bytes", "70000"))))
                    .isTrue();
            settings.set("tuned", Map.of("max.message.bytes", "80000", "min.insync.replicas", "2", "flush.ms", "9"));
            Map<String, String> kept =
                    Map.of("max.message.bytes", "70000", "min.insync.replicas", "2", "flush.ms", "9");
            assertThat(Poll.until(SOON, () -> settings.own("tuned").equals(kept)))
                    .as(() -> settings.own("tuned").toString())
                    .isTrue();
        }
        goesOn("tuned");
    }

    @Test
    void aStoppedTopicIsItsClients() throws Exception {
        TopicPartition partition = mirrored("ended");
        fixture.mirrors().wish(fixture.mirror(), List.of("ended"), Desired.STOPPED);
        fixture.mirrors().awaitState(fixture.mirror(), "ended", 1, StateName.STOPPED, SOON);
        Records.write(fixture.destination(), partition, 10, 10);
        admin.createPartitions(Map.of("ended", NewPartitions.increaseTo(2)))
                .all()
                .get();
        assertThat(Poll.until(
                        SOON,
                        () -> fixture.destinationOffsets().of(List.of("ended")).size() == 2))
                .isTrue();
        Records.write(fixture.destination(), new TopicPartition("ended", 1), 10, 10);
        admin.deleteTopics(List.of("ended")).all().get();
        sync();
        assertThat(exists("ended")).isFalse();
        assertThat(fixture.notSynced()).doesNotContain("'ended'");
    }
}
