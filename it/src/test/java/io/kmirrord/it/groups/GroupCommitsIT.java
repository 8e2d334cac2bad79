// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.groups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.daemon.groups.AdminGroups;
import io.kmirrord.daemon.groups.CommittedOffset;
import io.kmirrord.daemon.groups.GroupList;
import io.kmirrord.daemon.groups.GroupType;
import io.kmirrord.daemon.groups.LogRange;
import io.kmirrord.daemon.groups.ProducerCommits;
import io.kmirrord.daemon.groups.Refusal;
import io.kmirrord.it.fixture.Places;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What stock brokers do with commits of group offsets from outside the group. */
class GroupCommitsIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final TopicPartition PARTITION = new TopicPartition("t", 0);

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static KafkaCluster cluster;
    private static Places places;

    @BeforeAll
    static void start() {
        cluster = CLUSTERS.start("one", KafkaCluster.builder());
        places = CLUSTERS.manage(new Places(cluster));
        Records.create(cluster, "t", 1, 1);
        Records.write(cluster, PARTITION, 100, 10);
    }

    @AfterAll
    static void close() {
        places.close();
    }

    private static ProducerCommits commits(String id) {
        return CLUSTERS.manage(new ProducerCommits(Map.of("bootstrap.servers", cluster.bootstrapServers()), id));
    }

    private static Map<String, Map<TopicPartition, OffsetAndMetadata>> at(long offset, String... groups) {
        Map<String, Map<TopicPartition, OffsetAndMetadata>> commits = new HashMap<>();
        for (String group : groups) {
            commits.put(group, Map.of(PARTITION, new OffsetAndMetadata(offset, Optional.of(0), "note")));
        }
        return commits;
    }

    /** The marker of a transaction is written after its producer has been answered. */
    private static void awaitCommitted(String group, long offset) {
        assertThat(Poll.until(Duration.ofSeconds(30), () -> places.offset(group, PARTITION) == offset))
                .as(() -> group + " is at " + places.of(group, PARTITION) + ", not at " + offset)
                .isTrue();
    }

    @Test
    @DisplayName("F19b: a holder that was fenced commits nothing any more, whoever fenced it")
    void f19AFencedHolderCommitsNothing() throws Exception {
        ProducerCommits sleeper = commits("fenced");
        sleeper.begin().join();
        assertThat(sleeper.commit(at(10, "g-fenced")).join()).isEmpty();
        awaitCommitted("g-fenced", 10);
        assertThat(places.of("g-fenced", PARTITION)).isEqualTo(new OffsetAndMetadata(10, Optional.of(0), "note"));
        try (Admin admin = cluster.admin()) {
            admin.fenceProducers(List.of("fenced")).all().get();
        }
        places.commit("g-fenced", PARTITION, 50);
        assertThatThrownBy(() -> sleeper.commit(at(11, "g-fenced")).join()).isNotNull();
        assertThat(sleeper.holds()).isFalse();
        assertThat(places.offset("g-fenced", PARTITION)).isEqualTo(50);
        sleeper.begin().join();
        ProducerCommits next = commits("fenced");
        next.begin().join();
        assertThatThrownBy(() -> sleeper.commit(at(12, "g-fenced")).join()).isNotNull();
        assertThat(next.commit(at(13, "g-fenced")).join()).isEmpty();
        awaitCommitted("g-fenced", 13);
    }

    @Test
    void groupsWithMembersRefuseAndTheOthersOfTheSameRoundDoNot() {
        ProducerCommits commits = commits("members");
        commits.begin().join();
        try (KafkaConsumer<byte[], byte[]> classic = places.consumer("g-classic", "auto.offset.reset", "earliest");
                KafkaConsumer<byte[], byte[]> modern =
                        places.consumer("g-consumer", "auto.offset.reset", "earliest", "group.protocol", "consumer")) {
            join(classic);
            join(modern);
            Map<String, Refusal> refused =
                    commits.commit(at(10, "g-classic", "g-consumer", "g-empty")).join();
            assertThat(refused).containsOnlyKeys("g-classic", "g-consumer");
            assertThat(refused.values()).allMatch(Refusal::hasMembers);
            assertThat(places.all("g-classic")).isEmpty();
            awaitCommitted("g-empty", 10);
            GroupList listed = groups().list().join();
            assertThat(listed.groups())
                    .containsEntry("g-classic", GroupList.Kind.ACTIVE)
                    .containsEntry("g-consumer", GroupList.Kind.ACTIVE)
                    .containsEntry("g-empty", GroupList.Kind.EMPTY);
        }
        assertThat(Poll.until(
                        SOON,
                        () -> commits.commit(at(20, "g-classic", "g-consumer"))
                                .join()
                                .isEmpty()))
                .isTrue();
        awaitCommitted("g-consumer", 20);
    }

    private static void join(KafkaConsumer<byte[], byte[]> consumer) {
        consumer.subscribe(List.of("t"));
        List<Object> read = new ArrayList<>();
        assertThat(Poll.until(SOON, () -> {
                    consumer.poll(Duration.ofMillis(100)).forEach(read::add);
                    return !read.isEmpty();
                }))
                .isTrue();
    }

    @Test
    void whatAConsumerHasToReadIsAskedForOfMoreGroupsThanFitIntoOneTransaction() {
        ProducerCommits commits = commits("many");
        commits.begin().join();
        String[] many = new String[250];
        for (int i = 0; i < many.length; i++) {
            many[i] = "g-many-" + i;
        }
        assertThat(commits.commit(at(7, many)).join()).isEmpty();
        List.of(many).forEach(group -> awaitCommitted(group, 7));
        var offsets = groups().offsets(Set.of(many)).join();
        assertThat(offsets.failed()).isEmpty();
        assertThat(offsets.offsets()).hasSize(many.length);
        assertThat(offsets.offsets().values())
                .allMatch(ofGroup -> ofGroup.equals(Map.of(PARTITION, new CommittedOffset(7, 0, "note"))));
        assertThat(groups().ranges(Set.of(PARTITION)).join()).isEqualTo(Map.of(PARTITION, new LogRange(0, 100)));
    }

    private static AdminGroups groups() {
        Admin admin = places.admin();
        return new AdminGroups(GroupType.CONSUMER, () -> CompletableFuture.completedFuture(admin));
    }
}
