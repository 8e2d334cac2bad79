// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Equality;
import io.kmirrord.it.fixture.Metrics;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.compare.Offsets;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.DaemonProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A mirror from its start to its stop, and what becomes of it when the state topic is damaged under running daemons. */
class LifeIT {
    private static final Duration SOON = Operator.SOON;
    private static final String MIRROR = MirrorFixture.MIRROR;
    private static final String STATE = Operator.STATE;
    private static final long INSIDE_A_BATCH = 25;
    private static final String SKIPPED = "kmirrord_state_topic_skipped_records_total";

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;
    private static Operator operator;

    @TempDir
    private Path dir;

    @BeforeAll
    static void start() {
        KafkaCluster source = CLUSTERS.start("source", KafkaCluster.builder().brokers(1));
        fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                KafkaCluster.builder().brokers(3).property("default.replication.factor", "3"),
                List.of(),
                Map.of());
        operator = new Operator(fixture);
    }

    @Test
    void startPauseResumeStop() {
        operator.mirror("life", 3);
        fixture.mirrors().wish(MIRROR, List.of("life"), Desired.PAUSED);
        fixture.mirrors().awaitState(MIRROR, "life", 3, StateName.PAUSED, SOON);
        Records.write(fixture.source(), "life", 3, 100);
        fixture.mirrors().wish(MIRROR, List.of("life"), Desired.MIRRORING);
        fixture.awaitMirrored(List.of("life"));
        fixture.mirrors().wish(MIRROR, List.of("life"), Desired.STOPPED);
        fixture.mirrors().awaitState(MIRROR, "life", 3, StateName.STOPPED, SOON);
        Records.write(fixture.destination(), "life", 3, 50);
        assertThat(fixture.mirrors().states(MIRROR, "life").values())
                .allSatisfy(state -> assertThat(state.mark()).isNotNegative());
    }

    @Test
    void aLogThatStartsInsideABatchStartsThereToo() throws Exception {
        TopicPartition before = fiveBatches("deleted-before");
        deleteInsideABatch(before);
        fixture.startTopics(List.of(before.topic()));
        new Equality(fixture).require(List.of(before.topic()));
        assertThat(fixture.destinationOffsets().require(before).logStart()).isEqualTo(INSIDE_A_BATCH);
    }

    @Test
    void recordsThatAreDeletedLaterAreDeletedHereToo() throws Exception {
        TopicPartition later = fiveBatches("deleted-later");
        fixture.startTopics(List.of(later.topic()));
        fixture.awaitMirrored(List.of(later.topic()));
        deleteInsideABatch(later);
        new Equality(fixture).require(List.of(later.topic()));
        assertThat(fixture.destinationOffsets().require(later).logStart()).isEqualTo(INSIDE_A_BATCH);
    }

    private static TopicPartition fiveBatches(String topic) {
        TopicPartition partition = new TopicPartition(topic, 0);
        Records.create(fixture.source(), topic, 1, 1);
        for (int batch = 0; batch < 5; batch++) {
            Records.write(fixture.source(), partition, 10, 100);
        }
        return partition;
    }

    private static void deleteInsideABatch(TopicPartition partition) throws Exception {
        fixture.sourceOffsets()
                .admin()
                .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(INSIDE_A_BATCH)))
                .all()
                .get();
    }

    /** A byte that went wrong, a type and a version of the next release, and a field of it, which is no hindrance. */
    @Test
    void whatCannotBeReadIsSkippedCountedLoggedAndTheMirrorGoesOn() throws Exception {
        operator.mirror("poisoned", 1);
        double before = Metrics.sum(operator.daemons(), SKIPPED);
        String key = "{\"type\":\"Heartbeat\",\"v\":1,\"nodeId\":70}";
        int partition = StatePartitions.of(MIRROR);
        operator.writeToState(partition, "\u0000\u0001", "poison");
        operator.writeToState(partition, "{\"type\":\"Forecast\",\"v\":1}", "{}");
        operator.writeToState(20, key, "{\"type\":\"Heartbeat\",\"v\":2,\"beat\":1}");
        operator.writeToState(
                20,
                key,
                "{\"type\":\"Heartbeat\",\"v\":1,\"beat\":1,\"host\":\"h\",\"daemonVersion\":\"9\","
                        + "\"bridgeLinked\":true,\"atMs\":1,\"mood\":{\"good\":[1]}}");
        operator.await(
                "three daemons skip three records", () -> Metrics.sum(operator.daemons(), SKIPPED) == before + 9);
        for (DaemonProcess daemon : operator.daemons()) {
            assertThat(daemon.logTail(2_000))
                    .contains("Skipped a record of the state topic")
                    .contains(STATE + "-" + partition + " offset")
                    .contains("MALFORMED", "UNKNOWN_TYPE, Forecast", "UNKNOWN_VERSION, Heartbeat of version 2");
        }
        Records.write(fixture.source(), "poisoned", 1, 100);
        fixture.awaitMirrored(List.of("poisoned"));
        fixture.mirrors().wish(MIRROR, List.of("poisoned"), Desired.PAUSED);
        fixture.mirrors().awaitState(MIRROR, "poisoned", 1, StateName.PAUSED, SOON);
    }

    @Test
    void n3ADeletedStateTopicStopsAllAndAnImportBringsItBack() throws Exception {
        operator.mirror("deleted", 3);
        String file = dir.resolve("state.jsonl").toString();
        operator.mirrorctl("state", "export", file);
        Map<TopicPartition, Offsets> copied = operator.destination("deleted");
        operator.deleteStateTopic();

        Records.write(fixture.source(), "deleted", 3, 100);
        operator.requireFenced("deleted");
        operator.stopDaemons();
        assertThat(operator.destination("deleted"))
                .as("nothing fetched, nothing cut, up to their end")
                .isEqualTo(copied);

        // A topic made anew knows nothing of what is copied and fenced: daemons that were restarted refuse it too.
        operator.mirrorctl("create", "other", "--source", fixture.source().bootstrapServers());
        fixture.daemons().start();
        operator.await(
                "every daemon refuses it",
                () -> operator.daemons().stream()
                        .allMatch(daemon -> daemon.logTail(50).contains("it was deleted and made anew")));
        operator.requireFenced("deleted");
        assertThat(operator.destination("deleted")).isEqualTo(copied);

        operator.mirrorctl("state", "import", "--force", file);
        fixture.reopenMirrors();
        new Equality(fixture).require(List.of("deleted"));
        fixture.mirrors().awaitState(MIRROR, "deleted", 3, StateName.MIRRORING, SOON);
    }

    /** F11 as it was found: a stop weeks ago, clients that write since, and a state topic that has forgotten the stop. */
    @Test
    @Tag("long")
    void f11ARolledBackStateTopicIsNotActedOnAndNothingIsMirroredOver() throws Exception {
        operator.mirror("rolled-back", 1);
        OldState old = OldState.of(
                fixture.destination(),
                Set.of(
                        StatePartitions.of(MIRROR),
                        StatePartitions.of(new PartitionId(MIRROR, topicId("rolled-back"), 0))));
        fixture.mirrors().wish(MIRROR, List.of("rolled-back"), Desired.STOPPED);
        fixture.mirrors().awaitState(MIRROR, "rolled-back", 1, StateName.STOPPED, SOON);
        Map<Integer, Recorded> stopped = fixture.mirrors().states(MIRROR, "rolled-back");
        String file = dir.resolve("state.jsonl").toString();
        operator.mirrorctl("state", "export", file);
        Records.write(fixture.destination(), "rolled-back", 1, 50);
        Records.write(fixture.source(), "rolled-back", 1, 200);
        Map<TopicPartition, Offsets> local = operator.destination("rolled-back");

        fixture.destination().nodes().forEach(KafkaNode::kill);
        old.restore();
        fixture.destination().nodes().forEach(KafkaNode::launch);
        fixture.destination().nodes().forEach(node -> node.awaitReady(SOON));
        operator.awaitLost("records vanished: partition " + STATE);
        assertThat(operator.destination("rolled-back")).isEqualTo(local);

        // Whoever only starts them again: the state topic says MIRRORING, the fence that this generation was stopped.
        operator.stopDaemons();
        operator.startDaemons();
        fixture.mirrors().awaitFailed(MIRROR, "rolled-back", 1, FailureCode.STATE_ROLLED_BACK, SOON);
        assertThat(operator.destination("rolled-back")).isEqualTo(local);
        Records.write(fixture.destination(), "rolled-back", 1, 10);

        operator.deleteStateTopic();
        operator.stopDaemons();
        operator.mirrorctl("state", "import", file);
        operator.startDaemons();
        operator.mirror("after-the-rollback", 1);
        assertThat(fixture.mirrors().states(MIRROR, "rolled-back"))
                .as("with the last mirrored position, which a failback needs")
                .isEqualTo(stopped);
    }

    private static UUID topicId(String topic) {
        return Objects.requireNonNull(fixture.mirrors()
                .topic()
                .read(view -> view.topics(MIRROR).get(topic))
                .join()
                .topicId());
    }
}
