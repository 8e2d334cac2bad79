// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.failback;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Leaders;
import io.kmirrord.it.fixture.Places;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The old source comes back: it becomes a destination, and later the source again. */
class FailbackIT {
    private static final int PARTITIONS = 3;
    private static final int SPLIT_BRAIN = 70;
    private static final Duration SOON = Duration.ofSeconds(90);

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static Pair pair;

    @BeforeAll
    static void start() {
        pair = Pair.start(CLUSTERS);
    }

    @Test
    void aFullCycleWithWritesOnBothSides() throws Exception {
        cycles("orders", 1);
    }

    @Test
    @Tag("long")
    void threeFullCyclesWithWritesOnBothSides() throws Exception {
        cycles("more-orders", 3);
    }

    private static void cycles(String topic, int cycles) throws Exception {
        Records.create(pair.forth().source(), topic, PARTITIONS, 3);
        Records.write(pair.forth().source(), topic, PARTITIONS, 500);
        pair.forth().start(topic, PARTITIONS);
        for (int cycle = 0; cycle < cycles; cycle++) {
            failOver(topic, pair.forth(), pair.back());
            failOver(topic, pair.back(), pair.forth());
        }
    }

    /** The destination becomes the source, while the old source is written to still. */
    private static void failOver(String topic, Pair.Way from, Pair.Way to) throws Exception {
        Records.write(from.source(), topic, PARTITIONS, 100);
        from.fixture().awaitMirrored(List.of(topic));
        from.stop(topic, PARTITIONS);
        long common = from.mirroredTo(topic);
        Records.write(from.source(), topic, PARTITIONS, SPLIT_BRAIN);
        Records.write(from.fixture().destination(), topic, PARTITIONS, 40);
        long fetched = to.fetchedBytes();
        to.start(topic, PARTITIONS);
        to.requireFetched(fetched, topic, PARTITIONS, common);
        to.requireSaved(topic, PARTITIONS, common, SPLIT_BRAIN);
    }

    @Test
    @DisplayName("R11: a drill costs its tail: what was written here meanwhile, and what the source wrote")
    void r11ADrill() throws Exception {
        Pair.Way way = pair.forth();
        Records.create(way.source(), "drill", PARTITIONS, 3);
        Records.write(way.source(), "drill", PARTITIONS, 500);
        way.start("drill", PARTITIONS);
        way.stop("drill", PARTITIONS);
        long common = way.mirroredTo("drill");
        Records.write(way.fixture().destination(), "drill", PARTITIONS, 60);
        Records.write(way.source(), "drill", PARTITIONS, 30);
        long fetched = way.fetchedBytes();
        way.start("drill", PARTITIONS);
        way.requireFetched(fetched, "drill", PARTITIONS, common);
    }

    @Test
    @DisplayName(
            "an offset that a group committed with an epoch of the source is good after failover, failback and restarts")
    @Tag("long")
    void committedEpochsOfTheSourceStayGood() throws Exception {
        Records.create(pair.forth().source(), "read", 1, 3);
        TopicPartition partition = new TopicPartition("read", 0);
        Records.write(pair.forth().source(), partition, 100, 100);
        new Leaders(pair.forth().fixture().sourceOffsets().admin()).moveOn(partition);
        Records.write(pair.forth().source(), partition, 100, 100);
        pair.forth().start("read", 1);
        Group group = new Group("readers", partition);
        group.commitAsTheSourceDoes(
                pair.forth().source(), pair.forth().fixture().destination(), 150);
        pair.forth().stop("read", 1);
        Records.write(pair.forth().fixture().destination(), partition, 50, 100);
        group.readOn(pair.forth().fixture().destination(), 150, 250);
        // One that is not known over there: a round of the reverse mirror would bring the other to where it is by now.
        Group returned = new Group("returned", partition);
        // The last record of the first source; the mark of the stop lies behind it.
        returned.commitAsTheSourceDoes(
                pair.back().source(), pair.back().fixture().destination(), 200);
        pair.back().start("read", 1);
        pair.back().stop("read", 1);
        Records.write(pair.back().fixture().destination(), partition, 50, 100);
        returned.readOn(pair.back().fixture().destination(), 201, 300);
    }

    @Test
    @DisplayName("F19a: after a cut no group is beyond it, and none skips what was written here after the next stop")
    @Tag("long")
    void f19GroupsAreClampedToTheCut() throws Exception {
        TopicPartition partition = new TopicPartition("grouped", 0);
        Records.create(pair.forth().source(), "grouped", 1, 3);
        Records.write(pair.forth().source(), partition, 100, 100);
        pair.forth().start("grouped", 1);
        try (Places a = new Places(pair.forth().source());
                Places b = new Places(pair.back().source())) {
            a.commit("everywhere", partition, 90);
            assertThat(Poll.until(SOON, () -> b.offset("everywhere", partition) == 90))
                    .isTrue();
            pair.forth().stop("grouped", 1);
            long common = pair.forth().mirroredTo("grouped");
            Records.write(pair.forth().source(), partition, SPLIT_BRAIN, 100);
            a.commit("everywhere", partition, common + 60);
            a.commit("only-a", partition, common + 50);
            Records.write(pair.back().source(), partition, 200, 100);
            b.commit("everywhere", partition, common + 7);
            pair.back().start("grouped", 1);
            assertThat(Poll.until(
                            SOON,
                            () -> a.offset("everywhere", partition) == common + 7
                                    && a.offset("only-a", partition) == common))
                    .as(() -> a.all("everywhere") + " " + a.all("only-a"))
                    .isTrue();
            pair.back().stop("grouped", 1);
            try (KafkaConsumer<byte[], byte[]> consumer = a.consumer("everywhere")) {
                consumer.subscribe(List.of("grouped"));
                List<Long> read = new ArrayList<>();
                assertThat(Poll.until(SOON, () -> {
                            consumer.poll(Duration.ofMillis(100)).forEach(record -> read.add(record.offset()));
                            return read.size() >= 190;
                        }))
                        .isTrue();
                assertThat(read).startsWith(common + 7).isSorted().doesNotHaveDuplicates();
            }
        }
    }
}
