// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.groups;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.Leaders;
import io.kmirrord.it.fixture.Metrics;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Places;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.Sites;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaVersion;
import io.kmirrord.testkit.cluster.Versions;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.DaemonProcess;
import io.kmirrord.testkit.process.Poll;
import io.kmirrord.testkit.workload.ContinuousLoad;
import io.kmirrord.testkit.workload.LoadSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Consumers find at the destination the place that they had at the source. */
class GroupOffsetsIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final Map<String, String> OFTEN = Map.of("groups.sync.interval.ms", "300");
    private static final int RECORDS = 1_000;
    private static final String ACTIVE =
            "kmirrord_not_synced{mirror=\"" + MirrorFixture.MIRROR + "\",reason=\"GROUP_ACTIVE\"}";

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;
    private static Places there;
    private static Places here;

    @BeforeAll
    static void start() {
        fixture = MirrorFixture.start(
                CLUSTERS, "destination", Sites.source(CLUSTERS), Sites.destination(), List.of(), OFTEN);
        there = CLUSTERS.manage(new Places(fixture.source()));
        here = CLUSTERS.manage(new Places(fixture.destination()));
    }

    private static void mirrored(String topic) {
        mirrored(fixture, topic);
    }

    private static void mirrored(MirrorFixture from, String topic) {
        Records.create(from.source(), topic, 1, from.source().brokers().size());
        Records.write(from.source(), topic, 1, RECORDS);
        from.startTopics(List.of(topic));
        from.awaitMirrored(List.of(topic));
    }

    private static TopicPartition first(String topic) {
        return new TopicPartition(topic, 0);
    }

    private static void awaitOffset(String group, TopicPartition partition, long offset) {
        assertThat(Poll.until(SOON, () -> here.offset(group, partition) == offset))
                .as(() -> group + " is at " + here.of(group, partition) + " in " + partition + ", not at " + offset
                        + "\n" + fixture.daemonLogs())
                .isTrue();
    }

    @Test
    void groupsAtEveryPlaceOfTheLogAreExact() {
        placesAreExact(fixture, there);
    }

    static List<KafkaVersion> oldSources() {
        return List.of(Versions.OLD_SOURCES.get(0), Versions.OLD_SOURCES.get(Versions.OLD_SOURCES.size() - 1));
    }

    @ParameterizedTest
    @MethodSource("oldSources")
    @Tag("long")
    void groupsOfOldSourcesAreExactAndUnderLoadNeverBeyondTheCopy(KafkaVersion version) {
        KafkaCluster source =
                CLUSTERS.start("source-" + version, KafkaCluster.builder().version(version));
        MirrorFixture old = MirrorFixture.between(CLUSTERS, "from-" + version, source, fixture.site(), OFTEN);
        try (Places places = new Places(source)) {
            placesAreExact(old, places);
            heldAtTheEndOfTheCopy(old, places);
            neverBeyondTheCopy(old, places);
        }
        source.close();
    }

    @Test
    @DisplayName("more groups than Kafka's client asks an old source for in its time are all synced")
    @Tag("long")
    void manyGroupsOfTheOldestSource() {
        KafkaVersion version = Versions.OLD_SOURCES.get(Versions.OLD_SOURCES.size() - 1);
        KafkaCluster source =
                CLUSTERS.start("source-of-many", KafkaCluster.builder().version(version));
        MirrorFixture old = MirrorFixture.between(CLUSTERS, "from-many", source, fixture.site(), OFTEN);
        try (Places places = new Places(source)) {
            Records.create(source, "many", 1, 1);
            Records.write(source, "many", 1, RECORDS);
            for (int number = 0; number < 120; number++) {
                places.commit("many-" + number, first("many"), number);
            }
            old.startTopics(List.of("many"));
            for (int number = 0; number < 120; number++) {
                awaitOffset("many-" + number, first("many"), number);
            }
        }
        source.close();
    }

    private static void placesAreExact(MirrorFixture from, Places source) {
        String topic = "places-" + from.mirror();
        Records.create(from.source(), topic, 2, 1);
        Records.write(from.source(), topic, 2, RECORDS);
        for (int percent : List.of(0, 10, 50, 99, 100)) {
            for (int number = 0; number < 2; number++) {
                source.commit(
                        topic + "-" + percent,
                        new TopicPartition(topic, number),
                        new OffsetAndMetadata(percent * RECORDS / 100, Optional.of(0), "at " + percent));
            }
        }
        from.startTopics(List.of(topic));
        for (int percent : List.of(0, 10, 50, 99, 100)) {
            String group = topic + "-" + percent;
            assertThat(Poll.until(SOON, () -> here.all(group).equals(source.all(group))))
                    .as(() -> here.all(group) + "\n" + from.daemonLogs())
                    .isTrue();
            assertThat(here.all(group)).hasSize(2);
        }
    }

    @Test
    @Tag("long")
    void underLoadAGroupIsNeverBeyondTheCopyAndGoesOnHereWithoutALoss() {
        neverBeyondTheCopy(fixture, there);
    }

    @Test
    void aCopyThatStandsStillHoldsItsGroupsAtItsEnd() {
        heldAtTheEndOfTheCopy(fixture, there);
    }

    /** The daemon that copies is stopped, and not the one that commits: where the copy ends is known for certain. */
    private static void heldAtTheEndOfTheCopy(MirrorFixture from, Places source) {
        String topic = "held-" + from.mirror();
        TopicPartition partition = first(topic);
        mirrored(from, topic);
        source.commit(topic, partition, 10);
        awaitOffset(topic, partition, 10);
        awayFromTheOwner(from, partition);
        Records.write(from.source(), topic, 1, RECORDS);
        from.awaitMirrored(List.of(topic));
        DaemonProcess daemon = from.actingDaemon(partition);
        daemon.pause();
        try {
            Records.write(from.source(), topic, 1, RECORDS);
            source.commit(topic, partition, 3 * RECORDS);
            assertThat(Poll.until(SOON, () -> {
                        long committed = here.offset(topic, partition);
                        assertThat(committed).isLessThanOrEqualTo(2 * RECORDS);
                        return committed == 2 * RECORDS;
                    }))
                    .as(() -> here.of(topic, partition) + "\n" + from.daemonLogs())
                    .isTrue();
            for (int round = 0; round < 3; round++) {
                sync(from);
                assertThat(here.of(topic, partition)).isEqualTo(new OffsetAndMetadata(2 * RECORDS));
                assertThat(fixture.destinationOffsets().require(partition).highWatermark())
                        .isEqualTo(2 * RECORDS);
            }
        } finally {
            daemon.resume();
        }
        awaitOffset(topic, partition, 3 * RECORDS);
        assertThat(here.of(topic, partition)).isEqualTo(source.of(topic, partition));
    }

    /** Moves the leader of a partition to another broker than the one whose daemon has the mirror's duties. */
    private static int awayFromTheOwner(MirrorFixture from, TopicPartition partition) {
        Leaders leaders = new Leaders(fixture.destinationOffsets().admin());
        int owner =
                Objects.requireNonNull(from.mirrors().topic().leaders().join().get(StatePartitions.of(from.mirror())));
        while (fixture.destinationLeader(partition).id() == owner) {
            leaders.moveOn(partition);
        }
        return owner;
    }

    /** Makes a round that begins now, and waits until it has ended. */
    private static void sync(MirrorFixture from) {
        Console done = Console.at(from.destination(), "sync", from.mirror(), "--timeout", "60s");
        assertThat(done.exitCode())
                .as(() -> done.out() + done.err() + from.daemonLogs())
                .isZero();
    }

    private static void neverBeyondTheCopy(MirrorFixture from, Places source) {
        String topic = "busy-" + from.mirror();
        String group = "reader-" + from.mirror();
        TopicPartition partition = first(topic);
        mirrored(from, topic);
        source.commit(group, partition, 0);
        try (ContinuousLoad load =
                        ContinuousLoad.start(from.source().bootstrapServers(), LoadSpec.idempotent(topic, 1, 2_000));
                KafkaConsumer<byte[], byte[]> consumer = source.consumer(group)) {
            consumer.subscribe(List.of(topic));
            long[] seen = {0, 0};
            // As long as it takes to see it move often: a slow machine makes fewer rounds, not wrong ones.
            boolean moved = Poll.until(SOON, () -> {
                consumer.poll(Duration.ofMillis(100));
                consumer.commitSync();
                long committed = here.offset(group, partition);
                long highWatermark = Objects.requireNonNull(
                                fixture.destinationOffsets().of(List.of(topic)).get(partition))
                        .highWatermark();
                assertThat(committed).isLessThanOrEqualTo(highWatermark);
                seen[1] += committed > seen[0] ? 1 : 0;
                seen[0] = Math.max(seen[0], committed);
                return seen[1] > 10;
            });
            assertThat(moved)
                    .as(() -> seen[1] + " times was the group seen further on, up to " + seen[0] + "\n"
                            + from.daemonLogs())
                    .isTrue();
            load.stop();
        }
        long place = source.offset(group, partition);
        awaitOffset(group, partition, place);
        assertThat(here.of(group, partition)).isEqualTo(source.of(group, partition));
        stop(from, topic);
        try (KafkaConsumer<byte[], byte[]> consumer = here.consumer(group)) {
            consumer.subscribe(List.of(topic));
            Records.write(fixture.destination(), partition, 1, 10);
            long[] firstRead = {-1};
            assertThat(Poll.until(SOON, () -> {
                        consumer.poll(Duration.ofMillis(100)).forEach(record -> {
                            firstRead[0] = firstRead[0] < 0 ? record.offset() : firstRead[0];
                        });
                        return firstRead[0] >= 0;
                    }))
                    .isTrue();
            // At the end of the mirrored records lies the mark of the stop.
            assertThat(firstRead[0]).isBetween(place, place + 1);
        }
    }

    @Test
    void aGroupThatIsBroughtIntoTheLogHasNoEpoch() {
        TopicPartition partition = first("brought");
        mirrored("brought");
        there.commit("beyond", partition, new OffsetAndMetadata(5 * RECORDS, Optional.of(0), "note"));
        awaitOffset("beyond", partition, RECORDS);
        // Brokers tell the epoch of their own leadership, of which this log has no batch: it would hide a cut from
        // readers.
        int told = fixture.destinationOffsets().leaderEpoch(partition);
        assertThat(told).isGreaterThan(fixture.sourceOffsets().leaderEpoch(partition));
        assertThat(here.of("beyond", partition)).isEqualTo(new OffsetAndMetadata(RECORDS));
    }

    private static void stop(MirrorFixture from, String topic) {
        from.mirrors().wish(from.mirror(), List.of(topic), Desired.STOPPED);
        from.mirrors().awaitState(from.mirror(), topic, 1, StateName.STOPPED, SOON);
    }

    @Test
    void whatIsNotTheMirrorsIsLeftAloneAndListed() {
        TopicPartition live = first("mixed-live");
        TopicPartition paused = first("mixed-paused");
        TopicPartition stopped = first("mixed-stopped");
        TopicPartition local = first("mixed-local");
        List.of("mixed-live", "mixed-paused", "mixed-stopped").forEach(GroupOffsetsIT::mirrored);
        Records.create(fixture.destination(), "mixed-local", 1, 1);
        Records.create(fixture.source(), "mixed-local", 1, 1);
        for (TopicPartition partition : List.of(live, paused, stopped)) {
            there.commit("mixed", partition, 100);
            awaitOffset("mixed", partition, 100);
        }
        stop(fixture, "mixed-stopped");
        fixture.mirrors().wish(fixture.mirror(), List.of("mixed-paused"), Desired.PAUSED);
        fixture.mirrors().awaitState(fixture.mirror(), "mixed-paused", 1, StateName.PAUSED, SOON);
        here.commit("mixed", local, 7);
        there.commit("mixed", local, 9);
        try (KafkaConsumer<byte[], byte[]> classic = here.consumer("used", "auto.offset.reset", "earliest");
                KafkaConsumer<byte[], byte[]> modern =
                        here.consumer("used-too", "auto.offset.reset", "earliest", "group.protocol", "consumer")) {
            List.of(classic, modern).forEach(consumer -> {
                consumer.subscribe(List.of("mixed-live"));
                assertThat(Poll.until(
                                SOON,
                                () -> !consumer.poll(Duration.ofMillis(100)).isEmpty()))
                        .isTrue();
                consumer.commitSync();
            });
            long theirs = here.offset("used", live);
            for (TopicPartition partition : List.of(live, paused, stopped)) {
                there.commit("mixed", partition, 200);
            }
            List.of("used", "used-too").forEach(group -> there.commit(group, live, 3));
            awaitOffset("mixed", live, 200);
            assertThat(Poll.until(
                            SOON,
                            () -> Set.of("used", "used-too", "mixed-paused", "mixed-stopped").stream()
                                    .allMatch(fixture.notSynced()::contains)))
                    .as(fixture::notSynced)
                    .isTrue();
            assertThat(here.offset("used", live)).isEqualTo(theirs);
            // What is published is some seconds old.
            assertThat(Poll.until(
                            SOON, () -> Metrics.sum(fixture.daemons().byNode().values(), ACTIVE) == 2))
                    .as(() -> ACTIVE + " of " + fixture.notSynced())
                    .isTrue();
        }
        assertThat(here.offset("mixed", paused)).isEqualTo(100);
        assertThat(here.offset("mixed", stopped)).isEqualTo(100);
        assertThat(here.offset("mixed", local)).isEqualTo(7);
    }

    @Test
    @DisplayName("F19b: a daemon that slept while its topics were stopped moves no group when it wakes")
    @Tag("long")
    void f19ADaemonThatSleptMovesNoGroup() {
        TopicPartition partition = first("asleep");
        TopicPartition other = first("awake");
        mirrored("asleep");
        mirrored("awake");
        for (int round = 0; round < 5; round++) {
            int owner = awayFromTheOwner(fixture, partition);
            long at = 100 + 10L * round;
            there.commit("sleeper", partition, at);
            awaitOffset("sleeper", partition, at);
            DaemonProcess daemon = fixture.daemons().beside(owner);
            there.commit("sleeper", partition, at + 5);
            daemon.pause();
            try {
                stop(fixture, "asleep");
                here.commit("sleeper", partition, 50);
            } finally {
                daemon.resume();
            }
            // Whoever has the duties by then has made a round.
            there.commit("sleeper", other, at);
            awaitOffset("sleeper", other, at);
            assertThat(here.offset("sleeper", partition)).isEqualTo(50);
            fixture.startTopics(List.of("asleep"));
            fixture.mirrors().awaitState(fixture.mirror(), "asleep", 1, StateName.MIRRORING, SOON);
        }
    }

    @Test
    @DisplayName("N11: a promotion ends once nobody writes any more, and until then names who does")
    void n11APromotion() {
        TopicPartition partition = first("promoted");
        mirrored("promoted");
        try (ContinuousLoad load =
                ContinuousLoad.start(fixture.source().bootstrapServers(), LoadSpec.idempotent("promoted", 1, 200))) {
            Console late = Console.at(
                    fixture.destination(), "promote", fixture.mirror(), "--topics", "promoted", "--timeout", "10s");
            assertThat(late.exitCode()).as(late.err() + late.out()).isEqualTo(8);
            assertThat(late.err()).contains("KM6001", "promoted-0", "producer id");
            assertThat(fixture.mirrors().states(fixture.mirror(), "promoted").values())
                    .allMatch(state -> state.state() == StateName.MIRRORING);
            load.stop();
        }
        long end = Objects.requireNonNull(
                        fixture.sourceOffsets().of(List.of("promoted")).get(partition))
                .highWatermark();
        there.commit("promoted-group", partition, end - 1);
        Console done = Console.at(
                fixture.destination(), "promote", fixture.mirror(), "--topics", "promoted", "--timeout", "60s");
        assertThat(done.exitCode()).as(done.err() + done.out()).isZero();
        assertThat(here.offset("promoted-group", partition)).isEqualTo(end - 1);
        assertThat(fixture.mirrors().states(fixture.mirror(), "promoted").values())
                .allMatch(state -> state.state() == StateName.STOPPED
                        && Objects.requireNonNull(state.position()).lmo() == end);
    }
}
