// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.configs.ConfigRefusal;
import io.kmirrord.daemon.duty.RequestLink;
import io.kmirrord.daemon.duty.ids.Undrained;
import io.kmirrord.daemon.fake.FakeConfigs;
import io.kmirrord.daemon.fake.FakeDestination;
import io.kmirrord.daemon.fake.FakeProducerIds;
import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.daemon.fake.FakeTopics;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.ProducerIdRange;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.Health;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The duties of a mirror against a source, a destination and a state topic in memory. */
final class MirrorDutyTest {
    private static final UUID A = new UUID(1, 1);
    private static final UUID B = new UUID(1, 2);
    private static final ProducerIdRange RANGE = ProducerIdRange.of(FakeStateTopic.CLUSTER_ID, "source");

    private final DutyFixture site = new DutyFixture();
    private final FakeStateTopic topic = site.topic;
    private final States states = site.states;
    private final FakeTopics source = site.source;
    private final FakeDestination destination = site.destination;
    private final FakeConfigs configs = site.configs;
    private final EventQueue queue = site.queue;
    private final AtomicLong clock = site.clock;
    private final AtomicLong nanos = site.nanos;
    private final FakeProducerIds producerIds = new FakeProducerIds(topic, queue, 4_000);
    private final RequestLink link = site.link;
    private final MirrorDuty duty = site.duty;
    private long beat = 100;

    @BeforeEach
    void threeNodes() {
        destination.nodes(Set.of(1, 2), Set.of(2, 101));
        states.mirror("m", null, List.of(), List.of());
        source.topic("a", A, 3, 7);
        source.topic("b", B, 2);
        for (String name : List.of("a", "b")) {
            source.admin().fakeConfigs().set(name, "retention.ms", "1000");
            source.admin().fakeConfigs().set(name, "remote.storage.enable", "true");
            source.admin().fakeConfigs().set(name, "key.of.a.later.release", "1");
        }
        link.start();
        duty.start();
        beat(1, 2, 101);
        beat(1, 2, 101);
    }

    @AfterEach
    void close() {
        queue.close();
    }

    private void beat(int... nodes) {
        beat++;
        for (int node : nodes) {
            states.beat(node, beat, true);
        }
    }

    private void lead() {
        queue.post(() -> duty.led(Set.of(StatePartitions.of("m"))));
    }

    private void start(String id, long generation, String... includes) {
        topic.put(
                new RecordKey.Request("m", id),
                new RecordValue.StartRequest(
                        List.of(includes), List.of(), generation, true, false, clock.get() + 60_000));
    }

    private static void await(BooleanSupplier condition) {
        assertThat(Poll.until(Duration.ofSeconds(10), condition)).isTrue();
    }

    private RecordValue.Outcome outcome(String id) {
        RecordKey key = new RecordKey.RequestOutcome("m", id);
        await(() -> topic.ask(view -> view.get(key).isPresent()));
        return (RecordValue.Outcome) topic.ask(view -> view.get(key).orElseThrow());
    }

    private List<StateRecord> creations() {
        return topic.ask(MirrorDutyTest::creations);
    }

    private static List<StateRecord> creations(StateView view) {
        return view.records().stream()
                .filter(record -> record.value() instanceof RecordValue.TopicRequest)
                .toList();
    }

    /** Plays the daemon beside the controller. */
    private void serveCreations(boolean done) {
        await(() -> !creations().isEmpty());
        for (StateRecord record : creations()) {
            RecordKey.Request key = (RecordKey.Request) record.key();
            RecordValue.TopicRequest request = (RecordValue.TopicRequest) record.value();
            if (done && request != null) {
                destination.topic(request.topic(), request.topicId(), request.partitions());
            }
            topic.put(
                    new RecordKey.RequestOutcome("m", key.requestId()),
                    new RecordValue.Outcome(done, done ? "created" : "no disk", 2, 0, Map.of()));
        }
    }

    @Test
    void aStartIsOneWriteOfItsWishesThenOneOfWhatWasWonAndAnsweredOnceTheTopicsAreThere() {
        lead();
        start("s1", 7, "a");
        await(() -> creations().size() == 1);
        List<List<StateRecord>> writes =
                topic.writes().stream().filter(records -> records.size() > 1).toList();
        assertThat(writes).hasSize(2);
        List<StateRecord> write =
                Stream.concat(writes.get(0).stream(), writes.get(1).stream()).toList();
        assertThat(write).hasSize(4);
        assertThat(write.get(0).key()).isEqualTo(new RecordKey.Mirror("m", 2, "s1"));
        RecordValue.Mirror definition =
                (RecordValue.Mirror) Objects.requireNonNull(write.get(0).value());
        assertThat(definition.includes()).containsExactly("a");
        assertThat(definition.sourceClusterId()).isEqualTo("source");
        assertThat(write.get(1))
                .isEqualTo(new StateRecord(
                        new RecordKey.MirrorTopic("m", "a", 7, 0, "s1"),
                        new RecordValue.MirrorTopic(A, Desired.MIRRORING, true, false, clock.get())));
        assertThat(write.get(2).value())
                .isEqualTo(new RecordValue.TopicRequest(
                        "a",
                        7,
                        A,
                        2,
                        (short) -1,
                        17,
                        Map.of("retention.ms", "1000", "segment.bytes", "1048576"),
                        clock.get() + TopicWrites.CREATION_MS));
        assertThat(write.get(3))
                .isEqualTo(new StateRecord(
                        new RecordKey.ConfigSync("m", "a", 7),
                        new RecordValue.ConfigSync(
                                0,
                                Map.of("retention.ms", "1000", "segment.bytes", "1048576"),
                                Map.of(),
                                false,
                                clock.get())));
        serveCreations(true);
        RecordValue.Outcome outcome = outcome("s1");
        assertThat(outcome.done()).as(outcome.message()).isTrue();
        assertThat(outcome.details())
                .containsEntry("topics", "a")
                .containsEntry("created", "a")
                .containsEntry("refused", "")
                .containsEntry("generation", "7");
        await(() -> creations().isEmpty());
    }

    @Test
    void aTopicWithRemoteStorageIsNotMirroredInto() {
        destination.topic("a", A, 2);
        configs.set("a", "remote.storage.enable", "true");
        lead();
        start("s1", 7, "a");
        RecordValue.Outcome outcome = outcome("s1");
        assertThat(outcome.done()).isFalse();
        assertThat(outcome.details()).containsEntry("code", "REMOTE_STORAGE_AT_DESTINATION");
        assertThat(outcome.message()).contains("remote.storage.enable=true at the destination; accepted: false");
        Map<String, StateView.TopicWish> wishes = topic.ask(view -> view.topics("m"));
        assertThat(wishes).isEmpty();
    }

    @Test
    void aTopicWhoseConfigsMayNotBeReadHereIsNotMirroredInto() {
        destination.topic("a", A, 2);
        configs.refuse("a", new ConfigRefusal(ConfigRefusal.Kind.DENIED, "no DESCRIBE_CONFIGS"));
        lead();
        start("s1", 7, "a");
        RecordValue.Outcome outcome = outcome("s1");
        assertThat(outcome.details()).containsEntry("code", "DESTINATION_UNAUTHORIZED");
        assertThat(outcome.message()).contains("no DESCRIBE_CONFIGS; grant DESCRIBE_CONFIGS on it to the daemons'");
    }

    @Test
    @DisplayName("F9: nothing is written before producer ids are reserved and every broker is drained")
    void f9ProducerIdsComeFirst() {
        lead();
        start("s1", 7, "a");
        await(() -> creations().size() == 1);
        assertThat(producerIds.asked()).containsExactly(RANGE.base());
        assertThat(destination.drained()).containsExactly(RANGE.base());
        serveCreations(true);
        assertThat(outcome("s1").done()).isTrue();

        destination.undrained(Map.of(2, new Undrained(false, "it does not answer")));
        int writes = topic.writes().size();
        start("s2", 8, "b");
        RecordValue.Outcome outcome = outcome("s2");
        assertThat(outcome.done()).isFalse();
        assertThat(outcome.details()).containsEntry("code", "PRODUCER_IDS_NOT_DRAINED");
        assertThat(outcome.message())
                .contains("1 of 2 registered brokers", "below " + RANGE.base(), "broker 2 (it does not answer)");
        assertThat(topic.writes().subList(writes, topic.writes().size()).stream()
                        .flatMap(List::stream)
                        .filter(record -> record.key() instanceof RecordKey.MirrorTopic))
                .isEmpty();

        destination.undrained(Map.of(1, new Undrained(true, "CLUSTER_AUTHORIZATION_FAILED")));
        start("s3", 9, "b");
        assertThat(outcome("s3").details()).containsEntry("code", "PRODUCER_IDS_UNAUTHORIZED");
        assertThat(outcome("s3").message()).contains("IdempotentWrite", "CLUSTER_AUTHORIZATION_FAILED");
    }

    @Test
    @DisplayName("F9: ids that were reserved higher are kept, those in the source's range are left")
    void f9APresentIdIsJudged() {
        long higher = RANGE.base() + (3L << 40) + 7;
        producerIds.present(higher);
        lead();
        start("s1", 7, "a");
        await(() -> destination.drained().size() == 1);
        assertThat(destination.drained()).containsExactly(RANGE.base() + (3L << 40));
        serveCreations(true);
        assertThat(outcome("s1").done()).isTrue();

        source.clusterId("far");
        long others = ProducerIdRange.of("far", FakeStateTopic.CLUSTER_ID).base();
        assertThat(others).as("else it is below this cluster's own").isGreaterThan(RANGE.base());
        producerIds.present(others + 5_000);
        topic.put(
                new RecordKey.Mirror("m", 9, "op"),
                new RecordValue.Mirror(
                        Map.of("source.bootstrap.servers", "source:9092"), List.of(), List.of(), "far", 1, false, 0));
        start("s2", 8, "b");
        await(() -> destination.drained().size() == 2);
        assertThat(destination.drained().get(1)).isEqualTo(others + (1L << 40));
        assertThat(producerIds.asked()).endsWith(RANGE.base(), others + (1L << 40));
    }

    @Test
    void producerIdsThatNobodyReservesRefuseTheStart() {
        producerIds.refuse("no controller");
        lead();
        start("s1", 7, "a");
        assertThat(outcome("s1").details()).containsEntry("code", "PRODUCER_IDS_NOT_RESERVED");
        assertThat(outcome("s1").message()).contains("no controller");
        assertThat(destination.drained()).isEmpty();

        producerIds.silence();
        start("s2", 8, "b");
        await(() -> producerIds.asked().size() == 2);
        clock.addAndGet(30_000);
        assertThat(outcome("s2").details()).containsEntry("code", "PRODUCER_IDS_NOT_RESERVED");
        assertThat(outcome("s2").message()).contains("no daemon answered in time", "of an earlier release");
    }

    @Test
    void aTopicThatCannotBeCreatedIsNamed() {
        lead();
        start("s1", 7, "a");
        serveCreations(false);
        RecordValue.Outcome outcome = outcome("s1");
        assertThat(outcome.done()).isFalse();
        assertThat(outcome.message()).contains("no disk");
        assertThat(outcome.details()).containsEntry("refused", "a").containsEntry("code", "NOT_CREATED");
    }

    @Test
    void n4TheMissingNodeIsNamed() {
        nanos.set(TimeUnit.SECONDS.toNanos(16));
        beat(1, 2);
        lead();
        start("s1", 7, "a");
        RecordValue.Outcome outcome = outcome("s1");
        assertThat(outcome.done()).isFalse();
        assertThat(outcome.message()).contains("controller 101 (its daemon has been silent for 16 s)");
        assertThat(outcome.details()).containsEntry("code", "NODES_WITHOUT_BRIDGE");
    }

    @Test
    void aSourceThatCannotBeAskedIsNamedAndBadPatternsToo() {
        lead();
        source.fail(new IllegalStateException("connection refused"));
        start("s1", 7, "a");
        assertThat(outcome("s1").message()).contains("connection refused", "source.bootstrap.servers");
        start("s2", 8, "a(");
        assertThat(outcome("s2").message()).contains("pattern 'a('");
        start("s3", 9);
        assertThat(outcome("s3").details()).containsEntry("code", "NO_PATTERN");
        topic.put(
                new RecordKey.Mirror("m", 9, "op"),
                new RecordValue.Mirror(Map.of("no.such", "1"), List.of(), List.of(), null, 1, false, 0));
        start("s4", 10, "a");
        assertThat(outcome("s4").message()).contains("no.such is not a setting");
    }

    @Test
    void onlyTheLeadersDaemonActsAndOnlyWhileTheTopicIsHealthy() {
        start("s1", 7, "a");
        topic.health(new Health(Health.State.LOST, "gone"));
        lead();
        assertThat(Poll.until(Duration.ofMillis(300), () -> !topic.writes().isEmpty()))
                .isFalse();
        topic.health(Health.HEALTHY);
        serveCreations(true);
        assertThat(outcome("s1").done()).isTrue();
        queue.post(() -> duty.led(Set.of()));
        await(() -> duty.status().mirrors().isEmpty());
        start("s2", 8, "b");
        assertThat(Poll.until(
                        Duration.ofMillis(300),
                        () -> topic.ask(view -> view.wish("m", "b").isPresent())))
                .isFalse();
    }

    @Test
    void aSuccessorEndsWhatItsPredecessorBegan() {
        states.wish("m", "a", A, 7, 0, Desired.MIRRORING);
        start("s1", 7, "a");
        lead();
        serveCreations(true);
        assertThat(outcome("s1").done()).isTrue();
        assertThat(destination.drained()).as("done by the predecessor").isEmpty();
        assertThat(topic.writes().stream()
                        .flatMap(List::stream)
                        .filter(record -> record.key() instanceof RecordKey.MirrorTopic))
                .isEmpty();
    }

    @Test
    void aSuccessorRefusesNothingThatItsPredecessorBegan() {
        nanos.set(TimeUnit.SECONDS.toNanos(16));
        // The predecessor's own daemon is down.
        beat(1, 2);
        source.fail(new IllegalStateException("connection refused"));
        states.wish("m", "a", A, 7, 0, Desired.MIRRORING);
        start("s1", 7, "a");
        lead();
        assertThat(Poll.until(
                        Duration.ofMillis(700),
                        () -> topic.ask(view -> view.get(new RecordKey.RequestOutcome("m", "s1"))
                                .isPresent())))
                .isFalse();
        source.fail(null);
        serveCreations(true);
        assertThat(outcome("s1").done()).isTrue();
    }

    @Test
    void discoveryStartsWhatIsNewAndAddsPartitions() {
        states.mirror("m", "source", List.of(".*"), List.of());
        states.wish("m", "a", A, 7, 0, Desired.MIRRORING);
        destination.topic("a", A, 1);
        lead();
        await(() -> topic.ask(view -> view.wish("m", "b").isPresent()));
        serveCreations(true);
        await(() -> destination.partitions("a") == 2);
        await(() -> destination.partitions("b") == 1);
        assertThat(topic.ask(view -> view.wish("m", "b")).orElseThrow().generation())
                .isEqualTo(1_000_000);
    }

    @Test
    void aDeadDaemonIsNoticedAndItsLeadershipsMove() {
        states.wish("m", "a", A, 7, 0, Desired.MIRRORING);
        states.state("m", "a", A, 0, 7, StateName.MIRRORING);
        destination.topic(
                new Destination.Topic("a", A, List.of(new Destination.Partition(0, 2, List.of(2, 1), List.of(1, 2)))));
        destination.topic(new Destination.Topic(
                "__mirror_state",
                new UUID(7, 7),
                List.of(
                        new Destination.Partition(0, 2, List.of(2, 1), List.of(1, 2)),
                        new Destination.Partition(1, 2, List.of(2, 3, 1), List.of(1, 2, 3)))));
        lead();
        await(() -> duty.status().mirrors().contains("m"));
        assertThat(duty.status().unowned()).isEmpty();
        nanos.set(TimeUnit.SECONDS.toNanos(16));
        beat(1, 3, 101);
        beat(1, 3, 101);
        await(() -> !duty.status().unowned().isEmpty());
        Unowned unowned = duty.status().unowned().get(0);
        assertThat(unowned.reason()).isEqualTo(Unowned.Reason.DAEMON_SILENT);
        await(() -> !destination.preferred().isEmpty());
        Map<TopicPartition, List<Integer>> moves = destination.preferred().get(0);
        assertThat(moves).containsEntry(new TopicPartition("a", 0), List.of(1, 2));
        assertThat(moves)
                .as("partition 1 goes to node 3, by whose daemon it is moved")
                .containsEntry(new TopicPartition("__mirror_state", 0), List.of(1, 2))
                .hasSize(2);
        await(() -> duty.status().leadersMoved() == 2);
        assertThat(destination.preferred()).as("once a minute").hasSize(1);
    }
}
