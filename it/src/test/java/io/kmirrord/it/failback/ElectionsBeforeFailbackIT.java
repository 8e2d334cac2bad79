// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.failback;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Equality;
import io.kmirrord.it.fixture.LaggingLeaders;
import io.kmirrord.it.fixture.LogBytes;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.RepeatedReader;
import io.kmirrord.it.fixture.SavedRecords;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.EpochBlocks;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.compare.LogBatch;
import io.kmirrord.testkit.junit.Clusters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Failbacks of sites whose replicas were away, and led without having everything. */
@Tag("long")
class ElectionsBeforeFailbackIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final int COMMON = 100;
    /** Mirrored, and lost at one of the sites afterwards. */
    private static final int LOST = 60;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static Pair pair;
    private static Pair.Way forth;
    private static Pair.Way back;

    @BeforeAll
    static void start() {
        pair = Pair.start(CLUSTERS, KafkaCluster::builder, Map.of("replication.factor", "2"));
        forth = pair.forth();
        back = pair.back();
    }

    private static LaggingLeaders elections(Pair.Way destination) {
        return new LaggingLeaders(
                destination.destination().cluster(),
                destination.fixture().destinationOffsets().admin());
    }

    /** Makes a topic at A and mirrors it. */
    private static TopicPartition mirrored(String topic, int replicas) throws Exception {
        Records.create(forth.source(), new NewTopic(topic, 1, (short) replicas).configs(LaggingLeaders.ALLOWED));
        TopicPartition partition = new TopicPartition(topic, 0);
        Records.write(forth.source(), partition, COMMON, "common");
        forth.start(topic, 1);
        elections(forth).allow(topic);
        return partition;
    }

    private static void copy(TopicPartition partition, String text) {
        Records.write(forth.source(), partition, LOST, text);
        forth.fixture().awaitMirrored(List.of(partition.topic()));
    }

    private static void writeAtB(TopicPartition partition, int count, String text) {
        Records.write(back.source(), partition, count, text);
    }

    private static void writeAtA(TopicPartition partition, int count, String text) {
        Records.write(forth.source(), partition, count, text);
    }

    /** Requires that A becomes equal to B, everywhere, and that what A cut from an offset on is saved. */
    private static void failBack(TopicPartition partition, long from) {
        SavedRecords saved = new SavedRecords(back.fixture());
        saved.remember(partition);
        back.start(partition.topic(), 1);
        saved.require(partition, from);
        writeAtB(partition, 20, "after the failback");
        new Equality(back.fixture()).require(List.of(partition.topic()));
        new Equality(back.fixture()).requireOnEveryLeader(partition);
    }

    @Test
    void theOldSourceLostByAnElectionWhatWasMirrored() throws Exception {
        TopicPartition partition = mirrored("lost-at-a", 2);
        LaggingLeaders atA = elections(back);
        KafkaNode lagging = atA.lag(partition);
        copy(partition, "lost at A");
        forth.stop(partition.topic(), 1);
        assertThat(forth.mirroredTo(partition.topic())).isEqualTo(COMMON + LOST);
        writeAtB(partition, 50, "B");
        KafkaNode old = atA.elect(partition, lagging);
        writeAtA(partition, 40, "A, where records of B are");
        atA.restore(partition, old);
        failBack(partition, COMMON);
    }

    @Test
    void theNewSourceLostByAnElectionWhatWasMirrored() throws Exception {
        TopicPartition partition = mirrored("lost-at-b", 2);
        LaggingLeaders atB = elections(forth);
        KafkaNode lagging = atB.lag(partition);
        copy(partition, "lost at B");
        forth.stop(partition.topic(), 1);
        assertThat(forth.mirroredTo(partition.topic())).isEqualTo(COMMON + LOST);
        writeAtB(partition, 35, "lost at B too");
        KafkaNode old = atB.elect(partition, lagging);
        writeAtB(partition, 50, "B");
        atB.restore(partition, old);
        writeAtA(partition, 30, "A");
        failBack(partition, COMMON);
    }

    /** What the old source lost comes back with its former leader, which wins in turn; what the new one lost stays lost. */
    @Test
    void bothSitesLostRecordsByElections() throws Exception {
        TopicPartition partition = mirrored("lost-at-both", 2);
        LaggingLeaders atA = elections(back);
        LaggingLeaders atB = elections(forth);
        KafkaNode laggingAtA = atA.lag(partition);
        copy(partition, "lost at A");
        KafkaNode laggingAtB = atB.lag(partition);
        copy(partition, "lost at both");
        forth.stop(partition.topic(), 1);
        KafkaNode oldAtB = atB.elect(partition, laggingAtB);
        writeAtB(partition, 50, "B");
        KafkaNode oldAtA = atA.elect(partition, laggingAtA);
        writeAtA(partition, 130, "A, lost by its second election");
        laggingAtA = atA.elect(partition, oldAtA);
        writeAtA(partition, 25, "A");
        atA.restore(partition, laggingAtA);
        atB.restore(partition, oldAtB);
        failBack(partition, COMMON + LOST);
    }

    @Test
    @DisplayName(
            "F2: a replica that was away during the cut heals by its epochs alone, and nobody reads old records of it")
    void f2AFollowerThatWasAwayDuringTheCut() throws Exception {
        awayDuringTheCut("follower-away", false);
    }

    @Test
    @DisplayName("F2: so does the former leader")
    void f2ALeaderThatWasAwayDuringTheCut() throws Exception {
        awayDuringTheCut("leader-away", true);
    }

    private static void awayDuringTheCut(String topic, boolean leader) throws Exception {
        TopicPartition partition = mirrored(topic, 3);
        forth.stop(topic, 1);
        // As many records in batches as long: but for their epochs nothing tells the two tails apart.
        writeAtA(partition, 1, "A");
        writeAtA(partition, 69, "A");
        writeAtB(partition, 69, "B");
        SavedRecords saved = new SavedRecords(back.fixture());
        saved.remember(partition);
        back.fixture().define(Map.of("max.cut.records", "10"));
        assertThat(back.startRefused(topic, FailureCode.CUT_OVER_LIMIT))
                .contains("removes 70 records")
                .contains("limits: 10 records");
        KafkaNode away = leader ? back.fixture().destinationLeader(partition) : follower(partition);
        try (RepeatedReader uncommitted = reader(partition, "read_uncommitted");
                RepeatedReader committed = reader(partition, "read_committed")) {
            uncommitted.awaitPass();
            committed.awaitPass();
            away.kill();
            elections(back).awaitInSync(partition, 2);
            back.fixture().define(Map.of());
            back.fixture().mirrors().wish(back.fixture().mirror(), List.of(topic), Desired.MIRRORING);
            back.fixture().mirrors().awaitState(back.fixture().mirror(), topic, 1, StateName.MIRRORING, SOON);
            back.fixture().awaitMirrored(List.of(topic));
            saved.require(partition, COMMON);
            long cut = System.nanoTime();
            List<LogBatch> held = LogBytes.batches(away, partition);
            assertThat(held.get(held.size() - 1).header().leaderEpoch()).isLessThan(EpochBlocks.BLOCK);
            assertThat(held.get(held.size() - 1).header().nextOffset()).isEqualTo(COMMON + 70);
            elections(back).restore(partition, away);
            new Equality(back.fixture()).require(List.of(topic));
            writeAtB(partition, 20, "after the failback");
            new Equality(back.fixture()).require(List.of(topic));
            new Equality(back.fixture()).requireOnEveryLeader(partition);
            // The mark of B's stop is the one offset without a record.
            assertThat(uncommitted.requireOneRecordAtEachOffset(cut)).isEqualTo(COMMON + 69 + 20);
            assertThat(committed.requireOneRecordAtEachOffset(cut)).isEqualTo(COMMON + 69 + 20);
            assertThat(uncommitted.offsetsThatChanged()).isPositive();
        }
    }

    private static RepeatedReader reader(TopicPartition partition, String isolation) {
        return new RepeatedReader(back.destination().cluster(), partition, isolation);
    }

    private static KafkaNode follower(TopicPartition partition) {
        int leader = back.fixture().destinationLeader(partition).id();
        return back.destination().cluster().node(leader % 3 + 1);
    }
}
