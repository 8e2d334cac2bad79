// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.groups;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Places;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.Sites;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.DaemonProcess;
import io.kmirrord.testkit.process.Poll;
import io.kmirrord.testkit.workload.ContinuousLoad;
import io.kmirrord.testkit.workload.LoadSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A group whose source dies under load goes on at the destination: nothing is skipped, and little is read again. */
@Tag("long")
class GroupFailoverIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final Duration POLL = Duration.ofMillis(100);
    /** Long enough for a group to get on at the source between two rounds. */
    private static final Map<String, String> SELDOM = Map.of("groups.sync.interval.ms", "2000");
    /** Written at the destination after the failover, so that there is something to read in any case. */
    private static final int LOCAL = 10;
    /** What an answer that a stopped daemon has in its sockets may hold, and more. */
    private static final int UNDER_WAY = 2_000;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;
    private static Places there;
    private static Places here;

    /**
     * A group when its source dies.
     *
     * @param read hashes of what it has read there, by offset
     * @param synced where it was at the destination before it read on
     * @param committed where it is at the source
     */
    private record AtTheSource(SortedMap<Long, Integer> read, long synced, long committed) {}

    @BeforeAll
    static void start() {
        KafkaCluster source = CLUSTERS.start("source", Sites.oneBroker());
        fixture = MirrorFixture.start(
                CLUSTERS, "destination", source, KafkaCluster.builder().brokers(1), List.of(), SELDOM);
        there = CLUSTERS.manage(new Places(source));
        here = CLUSTERS.manage(new Places(fixture.destination()));
    }

    @ParameterizedTest
    @CsvSource({
        "plain, 0, read_uncommitted, false",
        "transactional, 20, read_committed, false",
        "behind, 0, read_uncommitted, true",
        "transactional-behind, 20, read_committed, true"
    })
    void theGroupGoesOnHere(String topic, int perTransaction, String isolation, boolean behind) {
        TopicPartition partition = new TopicPartition(topic, 0);
        Records.create(fixture.source(), topic, 1, 1);
        fixture.startTopics(List.of(topic));
        try (ContinuousLoad load = ContinuousLoad.start(
                fixture.source().bootstrapServers(), new LoadSpec(topic, 1, 1, 1_000, 512, perTransaction))) {
            try {
                AtTheSource before = readAndKill(partition, isolation, behind);
                assertThat(load.acknowledged()).isPositive();
                failover(topic);
                requireGoesOn(partition, isolation, behind, before);
            } finally {
                // The load ends only with its answers.
                fixture.source().startAll();
            }
        }
    }

    /** @param behind the copy ends before what the group has read */
    private static AtTheSource readAndKill(TopicPartition partition, String isolation, boolean behind) {
        SortedMap<Long, Integer> read = new TreeMap<>();
        long[] synced = {-1};
        try (KafkaConsumer<byte[], byte[]> consumer =
                there.consumer(partition.topic(), "auto.offset.reset", "earliest", "isolation.level", isolation)) {
            consumer.subscribe(List.of(partition.topic()));
            assertThat(Poll.until(SOON, () -> {
                        readOn(consumer, read);
                        synced[0] = here.offset(partition.topic(), partition);
                        return synced[0] > 0;
                    }))
                    .as(fixture::daemonLogs)
                    .isTrue();
            DaemonProcess daemon = fixture.actingDaemon(partition);
            long beyond = behind ? pause(daemon, partition) : synced[0];
            assertThat(Poll.until(SOON, () -> {
                        readOn(consumer, read);
                        return consumer.position(partition) > beyond;
                    }))
                    .as(() -> "the group has not come beyond " + beyond)
                    .isTrue();
            long committed = consumer.position(partition);
            fixture.source().brokers().forEach(KafkaNode::kill);
            if (behind) {
                daemon.resume();
            }
            consumer.close(CloseOptions.timeout(Duration.ZERO));
            return new AtTheSource(read, synced[0], committed);
        }
    }

    /** Returns an offset that the copy does not come to: one answer of the source may be under way. */
    private static long pause(DaemonProcess daemon, TopicPartition partition) {
        daemon.pause();
        return fixture.destinationOffsets().require(partition).highWatermark() + UNDER_WAY;
    }

    private static void readOn(KafkaConsumer<byte[], byte[]> consumer, Map<Long, Integer> read) {
        consumer.poll(POLL).forEach(record -> read.put(record.offset(), Arrays.hashCode(record.value())));
        consumer.commitSync();
    }

    private static void failover(String topic) {
        Console done =
                Console.at(fixture.destination(), "failover", fixture.mirror(), "--topics", topic, "--timeout", "120s");
        assertThat(done.exitCode())
                .as(() -> done.out() + done.err() + fixture.daemonLogs())
                .isZero();
        fixture.mirrors().awaitState(fixture.mirror(), topic, 1, StateName.STOPPED, Duration.ZERO);
    }

    private static void requireGoesOn(TopicPartition partition, String isolation, boolean behind, AtTheSource before) {
        long copied = Objects.requireNonNull(Objects.requireNonNull(fixture.mirrors()
                                .states(fixture.mirror(), partition.topic())
                                .get(0))
                        .position())
                .lmo();
        long place = here.offset(partition.topic(), partition);
        assertThat(place).isBetween(before.synced(), Math.min(before.committed(), copied));
        assertThat(copied < before.committed() || !behind)
                .as("the copy ends at %d, and %d was read", copied, before.committed())
                .isTrue();
        Records.write(fixture.destination(), partition, LOCAL, "local");
        SortedMap<Long, Integer> readable = new TreeMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer = here.consumer("independent", "isolation.level", isolation)) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            toTheEnd(consumer, partition)
                    .forEach(record -> readable.put(record.offset(), Arrays.hashCode(record.value())));
        }
        if (isolation.equals("read_uncommitted")) {
            // Nothing lies between the records of the source, so that none is missing.
            assertThat(readable.headMap(copied)).hasSize((int) copied);
        }
        assertThat(readable.tailMap(copied)).hasSize(LOCAL);
        assertThat(before.read()).containsAllEntriesOf(readable.headMap(place));
        List<Long> goesOn = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = here.consumer(partition.topic(), "isolation.level", isolation)) {
            consumer.subscribe(List.of(partition.topic()));
            toTheEnd(consumer, partition).forEach(record -> goesOn.add(record.offset()));
        }
        assertThat(goesOn).containsExactlyElementsOf(readable.tailMap(place).keySet());
        SortedMap<Long, Integer> again = new TreeMap<>(before.read().headMap(copied));
        again.keySet().retainAll(goesOn);
        assertThat(readable).containsAllEntriesOf(again);
        assertThat((long) again.size()).isLessThanOrEqualTo(before.committed() - before.synced());
        System.out.printf(
                "%s: synced %d, committed %d, copied %d; goes on at %d, reads %d again%n",
                partition.topic(), before.synced(), before.committed(), copied, place, again.size());
    }

    private static List<ConsumerRecord<byte[], byte[]>> toTheEnd(
            KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition) {
        long end = fixture.destinationOffsets().require(partition).highWatermark();
        List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
        assertThat(Poll.until(SOON, () -> {
                    consumer.poll(POLL).forEach(read::add);
                    return consumer.assignment().contains(partition) && consumer.position(partition) >= end;
                }))
                .as(() -> read.size() + " records were read, not up to " + end)
                .isTrue();
        return read;
    }
}
