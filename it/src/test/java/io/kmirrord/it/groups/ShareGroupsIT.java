// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.groups;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.ShareGroups;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Share groups begin at the destination where they had come to at the source (KIP-932). */
@Tag("long")
class ShareGroupsIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final int RECORDS = 1_000;
    private static final int MORE = 100;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;
    private static ShareGroups there;
    private static ShareGroups here;

    @BeforeAll
    static void start() {
        KafkaCluster source = CLUSTERS.start("source", KafkaCluster.builder().brokers(1));
        fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                KafkaCluster.builder().brokers(1),
                List.of(),
                Map.of("groups.sync.interval.ms", "300"));
        there = CLUSTERS.manage(new ShareGroups(source));
        here = CLUSTERS.manage(new ShareGroups(fixture.destination()));
    }

    private static TopicPartition mirrored(String topic) {
        Records.create(fixture.source(), topic, 1, 1);
        Records.write(fixture.source(), topic, 1, RECORDS);
        fixture.startTopics(List.of(topic));
        fixture.awaitMirrored(List.of(topic));
        return new TopicPartition(topic, 0);
    }

    private static void awaitStart(String group, TopicPartition partition, long start) {
        assertThat(Poll.until(SOON, () -> here.start(group, partition) == start))
                .as(() -> group + " is at " + here.start(group, partition) + ", not at " + start + "\n"
                        + fixture.notSynced() + fixture.daemonLogs())
                .isTrue();
    }

    @Test
    void aGroupGoesOnHereWithoutALossAndFollowsBothWays() {
        TopicPartition partition = mirrored("shared");
        there.fromTheBeginning("g");
        try (KafkaShareConsumer<byte[], byte[]> consumer = there.consumer("g", "shared")) {
            Set<Long> given = new TreeSet<>();
            assertThat(Poll.until(SOON, () -> {
                        consumer.poll(Duration.ofMillis(100)).forEach(record -> given.add(record.offset()));
                        return given.size() == RECORDS;
                    }))
                    .as(() -> given.size() + " records were given")
                    .isTrue();
            // What is recorded of a start is that of before the acknowledgement that is recorded with it.
            Records.write(fixture.source(), partition, MORE, 10);
            assertThat(Poll.until(SOON, () -> {
                        consumer.poll(Duration.ofMillis(100));
                        return there.start("g", partition) > 0;
                    }))
                    .isTrue();
        }
        long start = there.start("g", partition);
        awaitStart("g", partition, start);
        there.set("g", partition, 300);
        awaitStart("g", partition, 300);
        there.set("g", partition, 700);
        awaitStart("g", partition, 700);
        fixture.mirrors().wish(fixture.mirror(), List.of("shared"), Desired.STOPPED);
        fixture.mirrors().awaitState(fixture.mirror(), "shared", 1, StateName.STOPPED, SOON);
        there.set("g", partition, 100);
        Set<Long> read = new TreeSet<>();
        try (KafkaShareConsumer<byte[], byte[]> consumer = here.consumer("g", "shared")) {
            assertThat(Poll.until(SOON, () -> {
                        consumer.poll(Duration.ofMillis(100)).forEach(record -> read.add(record.offset()));
                        return read.size() >= RECORDS + MORE - 700;
                    }))
                    .as(() -> read.size() + " records were read")
                    .isTrue();
        }
        assertThat(read).first().isEqualTo(700L);
        assertThat(read).hasSize(RECORDS + MORE - 700);
    }

    @Test
    void aGroupThatIsUsedHereIsLeftAloneAndTold() {
        TopicPartition partition = mirrored("used");
        there.set("u", partition, 200);
        awaitStart("u", partition, 200);
        try (KafkaShareConsumer<byte[], byte[]> consumer = here.consumer("u", "used")) {
            assertThat(Poll.until(
                            SOON, () -> !consumer.poll(Duration.ofMillis(100)).isEmpty()))
                    .isTrue();
            there.set("u", partition, 900);
            assertThat(Poll.until(SOON, () -> {
                        consumer.poll(Duration.ofMillis(100));
                        return fixture.notSynced().contains("group u");
                    }))
                    .as(fixture::notSynced)
                    .isTrue();
        }
    }
}
