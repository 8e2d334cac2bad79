// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.groups;

import static io.kmirrord.it.fixture.AdminAnswers.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.Metrics;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Places;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.ShareGroups;
import io.kmirrord.it.fixture.Sites;
import io.kmirrord.it.groups.GroupCell.InTopic;
import io.kmirrord.it.groups.GroupCell.IsGroup;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every state that a group can have at the destination, in every state of a topic; and a group that is used on both sides. */
@Tag("long")
class GroupStatesIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final int RECORDS = 1_000;
    private static final int BY_HAND = 50;
    private static final int BY_MEMBER = 60;
    private static final int BY_SHARE = 70;
    private static final int SYNCED = 100;
    private static final OffsetAndMetadata MOVED_ON = new OffsetAndMetadata(200, Optional.of(0), "moved on");
    private static final String COMMITS = "__consumer_offsets";
    private static final String BOTH = "both";
    private static final int ROUNDS = 6;
    private static final Map<String, String> OFTEN = Map.of("groups.sync.interval.ms", "300");

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;
    /** With figures of its own, for the group that is used on both sides. */
    private static MirrorFixture both;

    private static Places there;
    private static Places here;
    private static ShareGroups shares;
    /** After a round that began when the source's groups had moved on. */
    private static String told = "";

    @BeforeAll
    static void start() {
        KafkaCluster source = CLUSTERS.start("source", Sites.oneBroker());
        fixture = MirrorFixture.start(
                CLUSTERS, "destination", source, KafkaCluster.builder().brokers(1), List.of(), OFTEN);
        both = MirrorFixture.between(CLUSTERS, BOTH, source, fixture.site(), OFTEN);
        there = CLUSTERS.manage(new Places(source));
        here = CLUSTERS.manage(new Places(fixture.destination()));
        shares = CLUSTERS.manage(new ShareGroups(fixture.destination()));
        copyTopics();
        bringGroups();
        changeTopics();
        useGroupsHere();
        moveOnAtTheSource();
    }

    private static void copyTopics() {
        List<String> mirrored = Arrays.stream(InTopic.values())
                .filter(InTopic::isMirrors)
                .map(InTopic::topic)
                .toList();
        for (InTopic in : InTopic.values()) {
            makeTopic(source(), in.topic());
        }
        makeTopic(fixture.destination(), InTopic.LOCAL.topic());
        fixture.startTopics(mirrored);
        fixture.awaitMirrored(mirrored);
    }

    private static KafkaCluster source() {
        return fixture.source();
    }

    private static void makeTopic(KafkaCluster cluster, String topic) {
        Records.create(cluster, topic, 1, 1);
        Records.write(cluster, topic, 1, RECORDS);
    }

    private static void bringGroups() {
        List<GroupCell> brought = GroupCell.all(IsGroup.SYNCED, IsGroup.DELETED);
        brought.forEach(cell -> {
            there.commit(cell.group(), cell.partition(), SYNCED);
            if (!cell.in().isMirrors()) {
                here.commit(cell.group(), cell.partition(), SYNCED);
            }
        });
        brought.forEach(cell -> awaitOffset(cell.group(), cell.partition(), SYNCED));
    }

    private static void awaitOffset(String group, TopicPartition partition, long offset) {
        assertThat(Poll.until(SOON, () -> here.offset(group, partition) == offset))
                .as(() -> group + " is at " + here.of(group, partition) + " in " + partition + ", not at " + offset
                        + "\n" + fixture.notSynced() + fixture.daemonLogs())
                .isTrue();
    }

    private static void changeTopics() {
        wish(InTopic.PAUSED, Desired.PAUSED, StateName.PAUSED);
        wish(InTopic.STOPPED, Desired.STOPPED, StateName.STOPPED);
        String recreated = InTopic.FAILED.topic();
        answer(there.admin().deleteTopics(List.of(recreated)).all());
        fixture.mirrors().awaitFailed(fixture.mirror(), recreated, 1, FailureCode.SOURCE_TOPIC_DELETED, SOON);
        // So that groups of the source can commit in it.
        makeTopic(source(), recreated);
    }

    private static void wish(InTopic in, Desired desired, StateName state) {
        fixture.mirrors().wish(fixture.mirror(), List.of(in.topic()), desired);
        fixture.mirrors().awaitState(fixture.mirror(), in.topic(), 1, state, SOON);
    }

    private static void useGroupsHere() {
        GroupCell.all(IsGroup.BY_HAND).forEach(cell -> here.commit(cell.group(), cell.partition(), BY_HAND));
        GroupCell.all(IsGroup.SHARE).forEach(cell -> shares.set(cell.group(), cell.partition(), BY_SHARE));
        GroupCell.all(IsGroup.CLASSIC_MEMBER)
                .forEach(cell -> CLUSTERS.manage(member(cell.group(), cell.partition(), "classic")));
        GroupCell.all(IsGroup.CONSUMER_MEMBER)
                .forEach(cell -> CLUSTERS.manage(member(cell.group(), cell.partition(), "consumer")));
        List<String> deleted =
                GroupCell.all(IsGroup.DELETED).stream().map(GroupCell::group).toList();
        answer(here.admin().deleteConsumerGroups(deleted).all());
    }

    /** Returns a member of a group here that has a partition, and has committed. */
    private static KafkaConsumer<byte[], byte[]> member(String group, TopicPartition partition, String protocol) {
        KafkaConsumer<byte[], byte[]> member =
                here.consumer(group, "auto.offset.reset", "earliest", "group.protocol", protocol);
        member.subscribe(List.of(partition.topic()));
        assertThat(Poll.until(SOON, () -> {
                    member.poll(Duration.ofMillis(100));
                    return member.assignment().contains(partition);
                }))
                .as(() -> group + " has no member in " + partition)
                .isTrue();
        member.commitSync(Map.of(partition, new OffsetAndMetadata(BY_MEMBER)));
        return member;
    }

    private static void moveOnAtTheSource() {
        GroupCell.all(IsGroup.values()).forEach(cell -> there.commit(cell.group(), cell.partition(), MOVED_ON));
        sync(fixture);
        told = fixture.notSynced();
    }

    /** Makes a round that begins now, and waits until it has ended. */
    private static void sync(MirrorFixture mirror) {
        Console done = Console.at(mirror.destination(), "sync", mirror.mirror(), "--timeout", "60s");
        assertThat(done.exitCode())
                .as(() -> done.out() + done.err() + fixture.daemonLogs())
                .isZero();
    }

    /** Why something is left alone, as it is told. */
    enum Reason {
        GROUP_ACTIVE,
        OTHER_KIND,
        NOT_MIRRORING;

        String line(GroupCell cell) {
            return switch (this) {
                case GROUP_ACTIVE -> active(cell.group());
                case OTHER_KIND ->
                    "group " + cell.group()
                            + " is a group of another type at the destination; rename one of the two (OTHER_KIND)";
                case NOT_MIRRORING ->
                    "topic " + cell.in().topic() + " group offsets are left alone where partitions are " + cell.in()
                            + " (NOT_MIRRORING)";
            };
        }

        static String active(String group) {
            return "group " + group + " has members at the destination, whose place is theirs (GROUP_ACTIVE)";
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # topic   | group           | place | told
                    MIRRORING | ABSENT          | 200   |
                    MIRRORING | SYNCED          | 200   |
                    MIRRORING | BY_HAND         | 200   |
                    MIRRORING | CLASSIC_MEMBER  | 60    | GROUP_ACTIVE
                    MIRRORING | CONSUMER_MEMBER | 60    | GROUP_ACTIVE
                    MIRRORING | SHARE           | 70    | OTHER_KIND
                    MIRRORING | DELETED         | 200   |
                    PAUSED    | ABSENT          | -1    | NOT_MIRRORING
                    PAUSED    | SYNCED          | 100   | NOT_MIRRORING
                    PAUSED    | BY_HAND         | 50    | NOT_MIRRORING
                    PAUSED    | CLASSIC_MEMBER  | 60    | NOT_MIRRORING
                    PAUSED    | CONSUMER_MEMBER | 60    | NOT_MIRRORING
                    PAUSED    | SHARE           | 70    | OTHER_KIND
                    PAUSED    | DELETED         | -1    | NOT_MIRRORING
                    STOPPED   | ABSENT          | -1    | NOT_MIRRORING
                    STOPPED   | SYNCED          | 100   | NOT_MIRRORING
                    STOPPED   | BY_HAND         | 50    | NOT_MIRRORING
                    STOPPED   | CLASSIC_MEMBER  | 60    | NOT_MIRRORING
                    STOPPED   | CONSUMER_MEMBER | 60    | NOT_MIRRORING
                    STOPPED   | SHARE           | 70    | OTHER_KIND
                    STOPPED   | DELETED         | -1    | NOT_MIRRORING
                    FAILED    | ABSENT          | -1    | NOT_MIRRORING
                    FAILED    | SYNCED          | 100   | NOT_MIRRORING
                    FAILED    | BY_HAND         | 50    | NOT_MIRRORING
                    FAILED    | CLASSIC_MEMBER  | 60    | NOT_MIRRORING
                    FAILED    | CONSUMER_MEMBER | 60    | NOT_MIRRORING
                    FAILED    | SHARE           | 70    | OTHER_KIND
                    FAILED    | DELETED         | -1    | NOT_MIRRORING
                    LOCAL     | ABSENT          | -1    |
                    LOCAL     | BY_HAND         | 50    |
                    LOCAL     | CLASSIC_MEMBER  | 60    |
                    LOCAL     | CONSUMER_MEMBER | 60    |
                    LOCAL     | SHARE           | 70    |
                    LOCAL     | DELETED         | -1    |
                    """)
    void eachGroupInEachTopic(InTopic in, IsGroup is, long place, @Nullable Reason reason) {
        GroupCell cell = new GroupCell(in, is);
        if (is == IsGroup.SHARE) {
            assertThat(shares.start(cell.group(), cell.partition())).isEqualTo(place);
            assertThat(kindHere(cell.group())).isEqualTo(GroupType.SHARE);
        } else {
            assertThat(here.offset(cell.group(), cell.partition())).isEqualTo(place);
        }
        if (place == MOVED_ON.offset()) {
            assertThat(here.all(cell.group())).isEqualTo(Map.of(cell.partition(), MOVED_ON));
        }
        if (reason != null) {
            assertThat(told).contains(reason.line(cell));
        }
        if (reason == null || reason == Reason.NOT_MIRRORING) {
            assertThat(told).doesNotContain(cell.group() + " ");
        }
        if (reason == null) {
            assertThat(told).doesNotContain(in.topic() + " ");
        }
    }

    private static GroupType kindHere(String group) {
        return answer(here.admin().listGroups().all()).stream()
                .filter(listed -> listed.groupId().equals(group))
                .flatMap(listed -> listed.type().stream())
                .findFirst()
                .orElse(GroupType.UNKNOWN);
    }

    @Test
    void aGroupThatIsUsedOnBothSidesStaysWhereItIs() {
        TopicPartition mirrored = new TopicPartition("both-mirrored", 0);
        TopicPartition local = new TopicPartition("both-local", 0);
        makeTopic(source(), mirrored.topic());
        makeTopic(fixture.destination(), local.topic());
        both.startTopics(List.of(mirrored.topic()));
        both.awaitMirrored(List.of(mirrored.topic()));
        Map<TopicPartition, OffsetAndMetadata> alone = Map.of(local, new OffsetAndMetadata(BY_MEMBER));
        try (KafkaConsumer<byte[], byte[]> member = member(BOTH, local, "classic")) {
            there.commit(BOTH, mirrored, MOVED_ON);
            awaitActive(true);
            sync(both);
            assertThat(here.all(BOTH)).isEqualTo(alone);
            assertThat(member.assignment()).containsExactly(local);
        }
        awaitOffset(BOTH, mirrored, MOVED_ON.offset());
        awaitActive(false);
        Map<TopicPartition, OffsetAndMetadata> together =
                Map.of(local, new OffsetAndMetadata(BY_MEMBER), mirrored, MOVED_ON);
        assertThat(here.all(BOTH)).isEqualTo(together);
        awaitCommitted(1);
        long written = commitsLogEnd();
        for (int round = 0; round < ROUNDS; round++) {
            sync(both);
            assertThat(here.all(BOTH)).isEqualTo(together);
        }
        assertThat(commitsLogEnd()).isEqualTo(written);
        try (KafkaConsumer<byte[], byte[]> member = member(BOTH, local, "classic")) {
            // Back, which is followed too.
            there.commit(BOTH, mirrored, SYNCED);
            awaitActive(true);
            assertThat(committed()).isEqualTo(1);
            sync(both);
            assertThat(here.all(BOTH)).isEqualTo(together);
            assertThat(member.assignment()).containsExactly(local);
        }
        awaitOffset(BOTH, mirrored, SYNCED);
        awaitCommitted(2);
        assertThat(here.offset(BOTH, local)).isEqualTo(BY_MEMBER);
        assertThat(there.all(BOTH)).containsOnlyKeys(mirrored);
    }

    /** Waits until the group is told to be left alone for its members, or is not any more. */
    private static void awaitActive(boolean active) {
        assertThat(Poll.until(SOON, () -> both.notSynced().contains(Reason.active(BOTH)) == active))
                .as(() -> both.notSynced() + "\n" + fixture.daemonLogs())
                .isTrue();
    }

    /** Waits until as many offsets were committed as that; what is published is some seconds old. */
    private static void awaitCommitted(int offsets) {
        assertThat(Poll.until(SOON, () -> committed() == offsets))
                .as(() -> committed() + " offsets were committed, not " + offsets)
                .isTrue();
    }

    private static double committed() {
        return Metrics.sum(
                fixture.daemons().byNode().values(), "kmirrord_group_offsets_committed{mirror=\"" + BOTH + "\"}");
    }

    /** Where the log of commits of the group ends. */
    private static long commitsLogEnd() {
        int partitions = fixture.destinationOffsets().leaders(List.of(COMMITS)).size();
        TopicPartition own = new TopicPartition(COMMITS, Utils.abs(BOTH.hashCode()) % partitions);
        return fixture.destinationOffsets().require(own).highWatermark();
    }
}
