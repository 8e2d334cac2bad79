// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.kmirrord.daemon.duty.mirror.Unowned.Reason;
import io.kmirrord.daemon.fake.FakeDestination;
import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Partitions without an actor, how long that lasts, and where their leadership goes. */
final class OwnerCheckTest {
    private static final UUID A = new UUID(1, 1);
    private static final NodeHealth LIVE = new NodeHealth(NodeHealth.Kind.LIVE, 0);
    private static final NodeHealth SILENT = new NodeHealth(NodeHealth.Kind.SILENT, 17_000);

    private final FakeStateTopic topic = new FakeStateTopic();
    private final States states = new States(topic);

    private static Destination.Partition partition(int number, int leader) {
        return new Destination.Partition(number, leader, List.of(1, 2, 3), List.of(1, 3));
    }

    private List<Unowned> check(Map<Integer, NodeHealth> health, Destination.Partition... partitions) {
        WatchFacts facts = topic.ask(view -> WatchFacts.read(view, Set.of("m"), Set.of()));
        Map<String, Destination.Topic> there =
                partitions.length == 0 ? Map.of() : Map.of("a", new Destination.Topic("a", A, List.of(partitions)));
        return OwnerCheck.of(facts, there, node -> health.getOrDefault(node, LIVE));
    }

    private void mirrored() {
        states.mirror("m", "source", List.of(), List.of());
        states.wish("m", "a", A, 4, 0, Desired.MIRRORING);
    }

    @Test
    void eachReasonIsTold() {
        mirrored();
        assertThat(check(Map.of())).extracting(Unowned::reason).containsExactly(Reason.NOT_CREATED);
        assertThat(check(Map.of(), partition(0, 1))).extracting(Unowned::reason).containsExactly(Reason.NOT_TAKEN_UP);
        states.state("m", "a", A, 0, 3, StateName.STOPPED);
        assertThat(check(Map.of(), partition(0, 1)))
                .as("a state of the generation before")
                .extracting(Unowned::reason)
                .containsExactly(Reason.NOT_TAKEN_UP);
        states.state("m", "a", A, 0, 4, StateName.FAILED);
        assertThat(check(Map.of(), partition(0, 1))).isEmpty();
        assertThat(check(Map.of(), partition(0, -1)))
                .extracting(Unowned::reason)
                .containsExactly(Reason.NO_LEADER);
        List<Unowned> found = check(Map.of(1, SILENT), partition(0, 1));
        assertThat(found).extracting(Unowned::reason).containsExactly(Reason.DAEMON_SILENT);
        assertThat(found.get(0).text()).contains("node 1 leads it", "silent for 17 s");
        NodeHealth unlinked = new NodeHealth(NodeHealth.Kind.NOT_LINKED, 0);
        assertThat(check(Map.of(1, unlinked), partition(0, 1)))
                .extracting(Unowned::reason)
                .containsExactly(Reason.BRIDGE_NOT_LINKED);
        assertThat(check(Map.of(1, new NodeHealth(NodeHealth.Kind.UNKNOWN, -1)), partition(0, 1)))
                .isEmpty();
    }

    @Test
    void whatIsStoppedOrDeletedNeedsNoActor() {
        mirrored();
        states.state("m", "a", A, 0, 4, StateName.MIRRORING);
        assertThat(check(Map.of())).as("deleted at the destination").isEmpty();
        states.wish("m", "a", A, 4, 1, Desired.PAUSED);
        assertThat(check(Map.of(), partition(0, 1), partition(1, 1))).hasSize(1);
        states.wish("m", "a", A, 4, 2, Desired.STOPPED);
        states.state("m", "a", A, 0, 4, StateName.STOPPED);
        states.state("m", "a", A, 1, 4, StateName.STOPPED);
        assertThat(check(Map.of(1, SILENT), partition(0, 1), partition(1, 1))).isEmpty();
        assertThat(check(Map.of())).as("gone").isEmpty();
    }

    @Test
    @DisplayName("R4: a partition that is to be stopped needs an actor until it is")
    void r4AStopNeedsAnActor() {
        mirrored();
        states.wish("m", "a", A, 4, 1, Desired.STOPPED);
        states.state("m", "a", A, 0, 4, StateName.STOPPED);
        states.state("m", "a", A, 1, 4, StateName.MIRRORING);
        states.state("m", "a", A, 2, 3, StateName.STOPPED);
        assertThat(check(Map.of(1, SILENT), partition(0, 1), partition(1, 1), partition(2, 3), partition(3, 1)))
                .extracting(Unowned::partition, Unowned::reason)
                .containsExactly(
                        tuple(1, Reason.DAEMON_SILENT), tuple(2, Reason.NOT_TAKEN_UP), tuple(3, Reason.DAEMON_SILENT));
        WatchFacts facts = topic.ask(view -> WatchFacts.read(view, Set.of("m"), Set.of()));
        WatchFacts.Wished wished = facts.wished().get(0);
        assertThat(facts.isSettled(wished, new Destination.Topic("a", A, List.of(partition(0, 1)))))
                .isTrue();
        assertThat(facts.isSettled(wished, new Destination.Topic("a", A, List.of(partition(0, 1), partition(1, 1)))))
                .isFalse();
        assertThat(facts.isSettled(wished, null)).as("deleted").isTrue();
        WatchFacts later = topic.ask(view -> WatchFacts.read(view, Set.of("m"), Set.of(wished)));
        assertThat(later.topics()).isEmpty();
        assertThat(later.settled()).containsExactly(wished);
    }

    @Test
    void whatPassesIsNotReportedAndWhatLastsIsWithin30Seconds() {
        Unowned one = new Unowned("m", "a", 0, 1, Reason.NOT_TAKEN_UP, "first");
        Lasting lasting = new Lasting();
        assertThat(lasting.take(List.of(one), seconds(0))).isEmpty();
        assertThat(lasting.take(List.of(), seconds(5))).isEmpty();
        assertThat(lasting.take(List.of(one), seconds(10))).as("begins anew").isEmpty();
        assertThat(lasting.take(List.of(one), seconds(29))).isEmpty();
        assertThat(lasting.take(List.of(one), seconds(30))).containsExactly(one);
        Unowned silent = new Unowned("m", "a", 0, 1, Reason.DAEMON_SILENT, "dead");
        assertThat(lasting.take(List.of(silent), seconds(31)))
                .as("the silence itself took its time")
                .containsExactly(silent);
    }

    private static long seconds(int seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void leadershipGoesToTheFirstInSyncReplicaBesideALiveDaemonAndNowhereElse() {
        assertThat(LeaderMoves.successor(partition(0, 1), node -> true)).hasValue(3);
        assertThat(LeaderMoves.successor(partition(0, 1), node -> node == 2))
                .as("not in sync")
                .isEmpty();
        assertThat(LeaderMoves.order(partition(0, 1), 3)).containsExactly(3, 1, 2);
    }

    @Test
    void movesArePacedAndTriedOnceAMinute() {
        LeaderMoves moves = new LeaderMoves();
        List<LeaderMoves.Candidate> candidates = java.util.stream.IntStream.range(0, 50)
                .mapToObj(i -> new LeaderMoves.Candidate(new TopicPartition("a", i), partition(i, 1)))
                .toList();
        assertThat(moves.next(candidates, node -> true, seconds(0))).hasSize(LeaderMoves.AT_ONCE);
        assertThat(moves.next(candidates, node -> true, seconds(5))).hasSize(LeaderMoves.AT_ONCE);
        assertThat(moves.next(candidates, node -> true, seconds(10))).hasSize(10);
        assertThat(moves.next(candidates, node -> true, seconds(59))).isEmpty();
        assertThat(moves.next(candidates, node -> true, seconds(60))).hasSize(LeaderMoves.AT_ONCE);
        assertThat(new LeaderMoves().next(candidates, node -> false, seconds(0)))
                .isEmpty();
    }

    @Test
    void onlyACountThatGrowsHereIsASignOfLife() {
        Beats beats = new Beats(seconds(0));
        assertThat(beats.of(1, seconds(14)).kind()).isEqualTo(NodeHealth.Kind.UNKNOWN);
        assertThat(beats.of(1, seconds(15)).kind()).isEqualTo(NodeHealth.Kind.SILENT);
        beats.take(1, beat(7, true), seconds(16));
        assertThat(beats.of(1, seconds(17)).kind())
                .as("may have lain in the topic for years")
                .isEqualTo(NodeHealth.Kind.UNKNOWN);
        beats.take(1, beat(7, true), seconds(18));
        assertThat(beats.of(1, seconds(18)).kind()).isEqualTo(NodeHealth.Kind.UNKNOWN);
        beats.take(1, beat(8, true), seconds(20));
        assertThat(beats.of(1, seconds(35)).live()).isTrue();
        assertThat(beats.of(1, seconds(36)).kind()).isEqualTo(NodeHealth.Kind.SILENT);
        beats.take(1, beat(9, false), seconds(37));
        assertThat(beats.of(1, seconds(37)).kind()).isEqualTo(NodeHealth.Kind.NOT_LINKED);
    }

    private static RecordValue.Heartbeat beat(long count, boolean linked) {
        return new RecordValue.Heartbeat(count, "host", "1.0", linked, 0);
    }

    @Test
    void n4AStartNeedsEveryRegisteredNode() {
        Destination.Nodes nodes = FakeDestination.nodesOf(Set.of(1, 2), Set.of(101));
        assertThat(NodeCheck.of(nodes, node -> LIVE)).isInstanceOf(NodeCheck.Fine.class);
        assertThat(NodeCheck.of(nodes, node -> new NodeHealth(NodeHealth.Kind.UNKNOWN, -1)))
                .isInstanceOf(NodeCheck.NotYet.class);
        NodeCheck missing = NodeCheck.of(
                nodes, node -> node == 2 ? LIVE : new NodeHealth(NodeHealth.Kind.SILENT, node == 1 ? 20_000 : -1));
        assertThat(missing).isInstanceOf(NodeCheck.Missing.class);
        assertThat(((NodeCheck.Missing) missing).refusal().text())
                .contains("2 of 3", "broker 1 (its daemon has been silent for 20 s)", "controller 101 (no daemon");
        NodeCheck reserved =
                NodeCheck.of(FakeDestination.nodesOf(Set.of(1, Integer.MAX_VALUE), Set.of()), node -> LIVE);
        assertThat(((NodeCheck.Missing) reserved).refusal().code()).isEqualTo(Refusal.Code.RESERVED_NODE_ID);
    }
}
