// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.daemon.fake.FakeBridge;
import io.kmirrord.daemon.fake.FakeController;
import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.protocol.Backoff;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.FencePhase;
import io.kmirrord.statemachine.decision.EpochBlocks;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statetopic.Health;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Requests to the controller against a cluster and a state topic in memory. */
final class ControllerDutyTest {
    private static final UUID ID = new UUID(1, 2);
    private static final int BLOCK = 1 << 20;

    private final FakeBridge bridge = new FakeBridge();
    private final FakeController cluster = new FakeController();
    private final FakeStateTopic topic = new FakeStateTopic();
    private final EventQueue queue = new EventQueue("kmirrord-duty");
    private final AtomicLong clock = new AtomicLong(1_000_000);
    private final ControllerDuty duty = new ControllerDuty(new ControllerDuty.Parts(
            queue,
            bridge,
            topic,
            topic,
            101,
            new Backoff(Duration.ofMillis(5), Duration.ofMillis(20)),
            clock::get,
            new SplittableRandom(1)));
    private int number;

    @BeforeEach
    void start() {
        bridge.rule(cluster::answer);
        topic.put(
                new RecordKey.Mirror("m", 1, "op"),
                new RecordValue.Mirror(Map.of(), List.of(), List.of(), null, 1, false, 0));
        duty.start();
    }

    @AfterEach
    void close() {
        queue.close();
    }

    private void claim(int epoch) {
        queue.post(() -> duty.controllerEpoch(epoch));
    }

    private String ask(RecordValue.Request request) {
        String id = "r" + ++number;
        topic.put(new RecordKey.Request("m", id), request);
        return id;
    }

    private RecordValue.TopicRequest create(long generation, int firstEpoch) {
        return new RecordValue.TopicRequest("orders", generation, ID, 2, (short) -1, firstEpoch, Map.of(), later());
    }

    private RecordValue.FenceRequest fence(long generation, FencePhase phase, boolean decideStop, Integer... which) {
        return new RecordValue.FenceRequest("orders", generation, ID, phase, List.of(which), 4, decideStop, later());
    }

    private RecordValue.EpochRequest raise(long generation, Map<Integer, Integer> epochs) {
        return new RecordValue.EpochRequest("orders", generation, ID, epochs, later());
    }

    private long later() {
        return clock.get() + 60_000;
    }

    private static void await(BooleanSupplier condition) {
        assertThat(Poll.until(Duration.ofSeconds(10), condition)).isTrue();
    }

    private RecordValue.Outcome outcome(String id) {
        RecordKey key = new RecordKey.RequestOutcome("m", id);
        await(() -> topic.ask(view -> view.get(key).isPresent()));
        return (RecordValue.Outcome) topic.ask(view -> view.get(key).orElseThrow());
    }

    private void refused(String id, String code) {
        RecordValue.Outcome outcome = outcome(id);
        assertThat(outcome.done()).as(outcome.message()).isFalse();
        assertThat(outcome.details()).containsEntry("code", code);
    }

    private void settle() {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        queue.schedule(() -> done.complete(true), ControllerTerm.TICK.multipliedBy(5));
        assertThat(done.join()).isTrue();
    }

    @Test
    void createsATopicFencedAndSaysWhereItWasWritten() {
        claim(3);
        RecordValue.Outcome outcome = outcome(ask(create(5, 14)));
        assertThat(outcome.done()).isTrue();
        assertThat(outcome.nodeId()).isEqualTo(101);
        assertThat(outcome.details()).containsEntry("metadataOffset", "101").containsEntry("existed", "false");
        assertThat(cluster.fence(ID)).isEqualTo("v1;m;5;PREPARING;-1;");
        assertThat(cluster.epochs(ID)).containsExactly(14, 14);
    }

    @Test
    void whatAPredecessorCreatedIsDoneAndWhatIsNotOursIsLeftAlone() {
        cluster.topic("orders", ID, 14, 14);
        cluster.fence(ID, "m;5;PREPARING;-1;");
        claim(3);
        assertThat(outcome(ask(create(5, 14))).done()).isTrue();
        cluster.delete("orders");
        cluster.topic("orders", new UUID(9, 9), 0);
        String taken = ask(create(6, 14));
        refused(taken, "BRIDGE_REFUSED");
        assertThat(outcome(taken).message()).contains("delete or rename the topic", "exclude 'orders'");
    }

    @Test
    @DisplayName("F24: a request that a restart finds again does not create what was deleted meanwhile")
    void f24AnOldRequestIsIgnored() {
        topic.put(
                new RecordKey.MirrorTopic("m", "orders", 6, 0, "op"),
                new RecordValue.MirrorTopic(ID, Desired.MIRRORING, false, false, 0));
        String old = ask(create(5, 14));
        claim(3);
        String present = ask(create(6, 14));
        assertThat(outcome(present).done()).isTrue();
        settle();
        boolean answered = topic.ask(
                view -> view.get(new RecordKey.RequestOutcome("m", old)).isPresent());
        assertThat(answered).isFalse();
        assertThat(bridge.requests(Request.CreateTopic.class)).hasSize(1);
    }

    @Test
    @DisplayName("F16: an id that was used before begins in a later block of epochs")
    void f16AUsedIdBeginsHigher() {
        cluster.fence(ID, "m;4;STOPPED;" + BLOCK + ";");
        claim(3);
        assertThat(outcome(ask(create(5, 14))).done()).isTrue();
        assertThat(cluster.epochs(ID)).containsExactly(2 * BLOCK, 2 * BLOCK);
        refused(ask(create(4, 14)), "GENERATION_OVERTAKEN");
    }

    @Test
    @DisplayName("F16: the last block of epochs is used, and nothing above it")
    void f16TheLastBlockIsUsed() {
        cluster.fence(ID, "m;4;STOPPED;" + (EpochBlocks.MAX_EPOCH - BLOCK) + ";");
        claim(3);
        assertThat(outcome(ask(create(5, 14))).done()).isTrue();
        assertThat(cluster.epochs(ID)).containsExactly(EpochBlocks.MAX_EPOCH, EpochBlocks.MAX_EPOCH);
        cluster.delete("orders");
        cluster.fence(ID, "m;5;STOPPED;" + EpochBlocks.MAX_EPOCH + ";");
        refused(ask(create(6, 14)), "EPOCH_LIMIT");
    }

    @Test
    void requestsOfOneTickAreOneWrite() {
        cluster.topic("orders", ID, 3, 3, 3);
        cluster.fence(ID, "m;5;PREPARING;-1;");
        List<String> ids = List.of(
                ask(fence(5, FencePhase.MIRRORING, false, 0)),
                ask(fence(5, FencePhase.MIRRORING, false, 1)),
                ask(fence(5, FencePhase.MIRRORING, false, 2)));
        claim(3);
        ids.forEach(id -> assertThat(outcome(id).details()).containsEntry("phase", "MIRRORING"));
        assertThat(cluster.fence(ID)).as("all agree").isEqualTo("v1;m;5;MIRRORING;-1;");
        assertThat(bridge.requests(Request.MoveFence.class)).hasSize(1);
        settle();
        assertThat(topic.writes()).hasSize(1);
    }

    @Test
    void aStopDecidesItsEpochOnceAndOpensPartitionByPartition() {
        cluster.topic("orders", ID, 7, BLOCK + 5);
        cluster.fence(ID, "m;5;MIRRORING;-1;");
        claim(3);
        RecordValue.Outcome first = outcome(ask(fence(5, FencePhase.STOPPING, true, 0)));
        assertThat(first.details()).containsEntry("stopEpoch", Integer.toString(2 * BLOCK));
        RecordValue.Outcome second = outcome(ask(fence(5, FencePhase.STOPPING, true, 1)));
        assertThat(second.details()).containsEntry("stopEpoch", Integer.toString(2 * BLOCK));
        assertThat(outcome(ask(fence(5, FencePhase.STOPPED, false, 1))).done()).isTrue();
        assertThat(cluster.fence(ID)).isEqualTo("v1;m;5;STOPPING;" + 2 * BLOCK + ";1=STOPPED");
        assertThat(outcome(ask(fence(5, FencePhase.STOPPED, false, 0))).done()).isTrue();
        assertThat(cluster.fence(ID)).isEqualTo("v1;m;5;STOPPED;" + 2 * BLOCK + ";");
        refused(ask(fence(5, FencePhase.MIRRORING, false, 0)), "ALREADY_OPEN");
        refused(ask(fence(4, FencePhase.STOPPED, false, 0)), "GENERATION_OVERTAKEN");
        refused(ask(raise(5, Map.of(0, 4 * BLOCK))), "ALREADY_OPEN");
    }

    @Test
    void aPartitionThatCameMeanwhileIsNotTakenAlong() {
        cluster.topic("orders", ID, 7);
        cluster.fence(ID, "m;5;STOPPING;" + BLOCK + ";");
        claim(3);
        assertThat(outcome(ask(fence(5, FencePhase.STOPPING, true, 0))).done()).isTrue();
        cluster.topic("orders", ID, 7, 0);
        assertThat(outcome(ask(fence(5, FencePhase.STOPPED, false, 0))).done()).isTrue();
        assertThat(cluster.fence(ID)).isEqualTo("v1;m;5;STOPPING;" + BLOCK + ";0=STOPPED");
    }

    @Test
    void aNewLifeBeginsWholeAndThenMovesOn() {
        cluster.topic("orders", ID, 7, 7);
        claim(3);
        RecordValue.Outcome outcome = outcome(ask(fence(5, FencePhase.MIRRORING, false, 1)));
        assertThat(outcome.done()).isTrue();
        assertThat(cluster.fence(ID)).isEqualTo("v1;m;5;PREPARING;-1;1=MIRRORING");
        assertThat(bridge.requests(Request.MoveFence.class).stream()
                        .map(it -> it.fence().toText()))
                .contains("v1;m;5;PREPARING;-1;");
    }

    @Test
    @DisplayName("F11: what another mirror has not stopped is refused")
    void f11AnotherMirrorsTopic() {
        cluster.topic("orders", ID, 7, 7);
        cluster.fence(ID, "other;4;MIRRORING;-1;");
        claim(3);
        refused(ask(fence(5, FencePhase.PREPARING, false)), "FENCE_REFUSED");
        assertThat(cluster.fence(ID)).isEqualTo("v1;other;4;MIRRORING;-1;");
    }

    @Test
    void epochsAreRaisedTogetherAndOneBadRequestDoesNotHoldUpTheOthers() {
        cluster.topic("orders", ID, 7, 7);
        cluster.fence(ID, "m;5;MIRRORING;-1;");
        String one = ask(raise(5, Map.of(0, 20)));
        String two = ask(raise(5, Map.of(0, 30, 1, 9)));
        String bad = ask(raise(5, Map.of(5, 9)));
        claim(3);
        assertThat(outcome(one).done()).isTrue();
        assertThat(outcome(two).done()).isTrue();
        refused(bad, "DESTINATION_DELETED");
        assertThat(cluster.epochs(ID)).containsExactly(30, 9);
        refused(ask(raise(4, Map.of(0, 40))), "GENERATION_OVERTAKEN");
    }

    @Test
    void whatMayPassIsTriedAgainUntilItPasses() {
        cluster.failNext(
                FakeController.lost(),
                new BridgeException(ErrorCode.NOT_ENOUGH_REPLICAS, "two brokers"),
                new BridgeException(ErrorCode.NOT_CONTROLLER, "moving"));
        claim(3);
        assertThat(outcome(ask(create(5, 14))).done()).isTrue();
        assertThat(bridge.requests(Request.CreateTopic.class)).hasSize(4);
    }

    private RecordValue.Outcome reserve(long next) {
        return outcome(ask(new RecordValue.ProducerIdRequest(next, later())));
    }

    @Test
    void producerIdsAreReservedOnceAndWhatLiesHigherIsTold() {
        claim(3);
        RecordValue.Outcome first = reserve(5L << 40);
        assertThat(first.done()).isTrue();
        assertThat(first.details()).containsEntry("nextProducerId", Long.toString(5L << 40));
        assertThat(cluster.nextProducerId()).isEqualTo(5L << 40);
        assertThat(reserve(5L << 40).details()).containsEntry("nextProducerId", Long.toString(5L << 40));
        RecordValue.Outcome lower = reserve(3L << 40);
        assertThat(lower.done()).as("further on than that is as good").isTrue();
        assertThat(lower.details()).containsEntry("nextProducerId", Long.toString(5L << 40));
        assertThat(cluster.nextProducerId()).isEqualTo(5L << 40);
    }

    @Test
    void producerIdsThatTheBridgeRefusesHoldUpNobody() {
        claim(3);
        String bad = ask(new RecordValue.ProducerIdRequest(Long.MAX_VALUE, later()));
        String good = ask(new RecordValue.ProducerIdRequest(1L << 40, later()));
        refused(bad, "BRIDGE_REFUSED");
        assertThat(outcome(bad).message()).contains(Long.toString(1L << 62));
        assertThat(outcome(good).done()).isTrue();
    }

    @Test
    void producerIdsAreAskedForAgainUntilTheControllerAnswers() {
        cluster.failNext(FakeController.lost(), new BridgeException(ErrorCode.NOT_CONTROLLER, "moving"));
        claim(3);
        assertThat(reserve(1L << 40).done()).isTrue();
        assertThat(bridge.requests(Request.ReserveProducerIds.class)).hasSize(3);
    }

    @Test
    void losingTheClaimDropsEverythingAndTheNextClaimServesIt() {
        cluster.failNext(FakeController.lost(), FakeController.lost(), FakeController.lost());
        claim(3);
        String id = ask(create(5, 14));
        await(() -> !bridge.requests(Request.CreateTopic.class).isEmpty());
        claim(-1);
        settle();
        int before = bridge.requests().size();
        settle();
        assertThat(bridge.requests()).hasSize(before);
        assertThat(topic.writes()).isEmpty();
        claim(8);
        assertThat(outcome(id).done()).isTrue();
    }

    @Test
    @DisplayName("F11, N3: nothing is served while the state topic is in doubt")
    void f11NothingWhileInDoubt() {
        claim(3);
        topic.health(new Health(Health.State.UNREACHABLE, "no leader"));
        String id = ask(create(5, 14));
        settle();
        assertThat(bridge.requests(Request.CreateTopic.class)).isEmpty();
        topic.health(Health.HEALTHY);
        assertThat(outcome(id).done()).isTrue();
    }

    @Test
    void outcomesGoWithTheirRequestAndWhatExpiredIsClearedAway() {
        topic.put(new RecordKey.RequestOutcome("m", "left"), new RecordValue.Outcome(true, "", 1, 0, Map.of()));
        String id = ask(create(5, 14));
        clock.addAndGet(60_000 + RequestTable.KEEP_EXPIRED_MS);
        claim(3);
        await(() -> topic.ask(
                view -> view.get(new RecordKey.RequestOutcome("m", "left")).isEmpty()));
        await(() -> topic.ask(view -> view.get(new RecordKey.Request("m", id)).isEmpty()));
        assertThat(bridge.requests(Request.CreateTopic.class)).isEmpty();
    }

    @Test
    void aMirrorThatWasDeletedIsNotServed() {
        topic.put(
                new RecordKey.Mirror("m", 2, "op2"),
                new RecordValue.Mirror(Map.of(), List.of(), List.of(), null, 1, true, 0));
        claim(3);
        ask(create(5, 14));
        settle();
        assertThat(bridge.requests(Request.CreateTopic.class)).isEmpty();
    }
}
