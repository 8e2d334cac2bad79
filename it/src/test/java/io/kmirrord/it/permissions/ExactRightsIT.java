// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.permissions;

import static io.kmirrord.it.fixture.AdminAnswers.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.it.fixture.AclTable;
import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Mirrors;
import io.kmirrord.it.fixture.Places;
import io.kmirrord.it.fixture.SecuredSource;
import io.kmirrord.it.fixture.Sites;
import io.kmirrord.it.fixture.TopicSettings;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.Versions;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The rights of the guide's table are all that a mirror needs at its source: with them and no other everything is synced. */
@Tag("long")
class ExactRightsIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final String PREFIX = "exact-";
    private static final String A = "exact-a";
    private static final String B = "exact-b";

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static AclBinding read(String topic) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                new AccessControlEntry("User:app", "*", AclOperation.READ, AclPermissionType.ALLOW));
    }

    private static SecuredSource source() {
        SecuredSource.Listener listener = new SecuredSource.Listener();
        KafkaCluster cluster = CLUSTERS.start("source", listener.addTo(Sites.authorizedBroker()));
        if (Versions.DESTINATIONS.contains(cluster.version())) {
            // It makes the state topic, and has no right to it later.
            Mirrors.open(cluster.bootstrapServers()).close();
        }
        SecuredSource source = CLUSTERS.manage(listener.lock(cluster));
        assertThat(Poll.until(SOON, () -> Right.DESCRIBE_CLUSTER.isRefused(cluster.bootstrapServers(), "")))
                .as("whoever mirrors has no right yet")
                .isTrue();
        for (Right right : Right.values()) {
            source.put(right.allowed(PREFIX));
        }
        return source;
    }

    private static void create(SecuredSource source, String topic) {
        answer(source.admin()
                .createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(Map.of("compression.type", "lz4"))))
                .all());
        source.write(topic, 0, 100);
        commit(source, new TopicPartition(topic, 0), 40);
        source.put(read(topic));
    }

    private static void commit(SecuredSource source, TopicPartition partition, long offset) {
        answer(source.admin()
                .alterConsumerGroupOffsets("exact-group", Map.of(partition, new OffsetAndMetadata(offset)))
                .all());
    }

    private static void sync(MirrorFixture fixture) {
        Console sync = Console.at(fixture.destination(), "sync", fixture.mirror());
        assertThat(sync.exitCode()).as(sync + "\n" + fixture.daemonLogs()).isEqualTo(ExitCode.OK);
    }

    private static void awaitSynced(
            MirrorFixture fixture, Map<String, String> configs, Map<TopicPartition, Long> places) {
        Set<String> topics = configs.keySet();
        try (TopicSettings here = new TopicSettings(fixture.destination());
                Places groups = new Places(fixture.destination());
                AclTable acls = new AclTable(fixture.destination())) {
            assertThat(Poll.until(SOON, () -> {
                        sync(fixture);
                        return configs.entrySet().stream()
                                        .allMatch(topic -> topic.getValue()
                                                .equals(here.own(topic.getKey()).toString()))
                                && places.entrySet().stream()
                                        .allMatch(place ->
                                                groups.offset("exact-group", place.getKey()) == place.getValue())
                                && topics.stream()
                                        .allMatch(topic -> acls.on(topic).contains(read(topic)));
                    }))
                    .as(() -> fixture.notSynced() + "\n"
                            + topics.stream().map(here::own).toList() + "\n" + groups.all("exact-group") + "\n"
                            + acls.on(PREFIX) + "\n" + fixture.daemonLogs())
                    .isTrue();
        }
        fixture.awaitMirrored(topics);
        sync(fixture);
        assertThat(fixture.notSynced()).as("nothing is told").isEqualTo("[]");
        topics.forEach(topic -> assertThat(
                        fixture.mirrors().states(fixture.mirror(), topic).values())
                .isNotEmpty()
                .allMatch(state -> state.state() == StateName.MIRRORING && state.failure() == null));
    }

    @Test
    void theRightsOfTheTableAreEnough() {
        SecuredSource source = source();
        MirrorFixture fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source.cluster(),
                AclTable.authorized(KafkaCluster.builder().brokers(1)).property("super.users", Right.ANONYMOUS),
                List.of(),
                Map.of("acls.sync.enabled", "true", "acls.include", "topic;exact-.*;*;*;*"));
        create(source, A);
        fixture.startTopics(List.of("exact-.*"));
        TopicPartition first = new TopicPartition(A, 0);
        awaitSynced(fixture, Map.of(A, "{compression.type=lz4}"), Map.of(first, 40L));

        TopicPartition second = new TopicPartition(A, 1);
        answer(source.admin()
                .createPartitions(Map.of(A, NewPartitions.increaseTo(2)))
                .all());
        create(source, B);
        source.write(A, 1, 50);
        commit(source, first, 90);
        commit(source, second, 20);
        configure(source);
        awaitSynced(
                fixture,
                Map.of(A, "{compression.type=gzip}", B, "{compression.type=lz4}"),
                Map.of(first, 90L, second, 20L, new TopicPartition(B, 0), 40L));
    }

    private static void configure(SecuredSource source) {
        try (TopicSettings settings = source.settings()) {
            settings.set(A, Map.of("compression.type", "gzip"));
        }
    }
}
