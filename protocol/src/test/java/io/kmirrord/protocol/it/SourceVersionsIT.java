// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.Endpoint;
import io.kmirrord.protocol.EpochEnd;
import io.kmirrord.protocol.EpochQuery;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.ListedOffset;
import io.kmirrord.protocol.OffsetSpec;
import io.kmirrord.protocol.TopicSelection;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.protocol.WireConfig;
import io.kmirrord.protocol.WireException;
import io.kmirrord.protocol.client.NettyWireClient;
import io.kmirrord.protocol.net.NettyResources;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaVersion;
import io.kmirrord.testkit.cluster.Versions;
import io.kmirrord.testkit.junit.Clusters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One broker of each version: what the client tells is what the broker has, byte for byte. */
final class SourceVersionsIT {

    private static final KafkaVersion FETCH_BY_ID = KafkaVersion.parse("3.1.0");
    private static final KafkaVersion TOPIC_IDS = KafkaVersion.parse("2.8.0");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    static Stream<KafkaVersion> versions() {
        return Stream.concat(Versions.DESTINATIONS.stream(), Versions.OLD_SOURCES.stream());
    }

    @ParameterizedTest
    @MethodSource("versions")
    void everyBatchArrivesAsItLiesInTheLog(KafkaVersion version) throws Exception {
        KafkaCluster cluster = CLUSTERS.start(
                "source-" + version,
                KafkaCluster.builder()
                        .version(version)
                        .property("log.segment.bytes", "1048576")
                        .property("transaction.state.log.num.partitions", "1"));
        List<TopicPartition> partitions = new ArrayList<>();
        try (Admin admin = cluster.admin();
                NettyResources resources = NettyResources.start(1, 1 << 20);
                WireClient client = NettyWireClient.create(
                        WireConfig.of(List.of(Endpoint.parse(cluster.bootstrapServers())), "test", new Random(1)),
                        resources)) {
            admin.createTopics(List.of(new NewTopic("a", 3, (short) 1), new NewTopic("b", 2, (short) 1)))
                    .all()
                    .get();
            Stream.of(0, 1, 2).forEach(p -> partitions.add(new TopicPartition("a", p)));
            Stream.of(0, 1).forEach(p -> partitions.add(new TopicPartition("b", p)));
            new MixedLoad(cluster.bootstrapServers()).writeAll(partitions);

            ClusterMetadata metadata = get(client.metadata(TopicSelection.names("a", "b", "missing")));
            checkMetadata(client, metadata, version);
            Map<TopicPartition, Long> ends = checkOffsets(client, partitions);
            checkEpochs(client, ends);

            Reader reader = new Reader(client, new FetchOptions(200, 1, 300_000), 100_000);
            try (reader) {
                metadata.topics().stream().filter(t -> t.error() == Errors.NONE).forEach(reader::add);
                reader.readTo(ends, LIMIT);
            }
            for (TopicPartition partition : partitions) {
                byte[] inLog = PartitionFiles.read(cluster.node(1).logDirs(), partition);
                assertThat(inLog).isNotEmpty();
                assertThat(Arrays.mismatch(reader.bytes(partition), inLog))
                        .as("first byte of %s of %s that differs", partition, version)
                        .isEqualTo(-1);
            }
            assertThat(reader.troubles()).isEmpty();
            assertThat(resources.budget().reservedBytes()).isZero();
        } finally {
            cluster.close();
        }
    }

    private static void checkMetadata(WireClient client, ClusterMetadata metadata, KafkaVersion version) {
        assertThat(metadata.brokers()).containsOnlyKeys(1);
        assertThat(client.clusterId()).hasValue(String.valueOf(metadata.clusterId()));
        ClusterMetadata.Topic a = topic(metadata, "a");
        assertThat(a.partitions())
                .extracting(ClusterMetadata.Partition::partition)
                .containsExactly(0, 1, 2);
        assertThat(a.partitions()).allMatch(p -> p.leaderId() == 1 && p.leaderEpoch() == 0);
        assertThat(topic(metadata, "missing").error()).isEqualTo(Errors.UNKNOWN_TOPIC_OR_PARTITION);
        if (version.compareTo(TOPIC_IDS) < 0) {
            assertThat(a.id()).isEqualTo(Uuid.ZERO_UUID);
            return;
        }
        assertThat(a.id()).isNotEqualTo(Uuid.ZERO_UUID);
        CompletableFuture<ClusterMetadata> byId = client.metadata(TopicSelection.ids(a.id(), Uuid.randomUuid()));
        if (version.compareTo(FETCH_BY_ID) < 0) {
            assertThat(byId)
                    .failsWithin(LIMIT)
                    .withThrowableThat()
                    .havingCause()
                    .satisfies(e -> assertThat(((WireException) e).category()).isEqualTo(ErrorCategory.FATAL));
        } else {
            List<ClusterMetadata.Topic> found = get(byId).topics();
            assertThat(found).hasSize(2).contains(a);
            assertThat(found).anyMatch(t -> t.error() == Errors.UNKNOWN_TOPIC_ID);
        }
    }

    private static ClusterMetadata.Topic topic(ClusterMetadata metadata, String name) {
        return metadata.topics().stream()
                .filter(t -> name.equals(t.name()))
                .findFirst()
                .orElseThrow();
    }

    private static Map<TopicPartition, Long> checkOffsets(WireClient client, List<TopicPartition> partitions) {
        Map<TopicPartition, Long> ends = new HashMap<>();
        get(client.listOffsets(all(partitions, OffsetSpec.latest()), IsolationLevel.READ_UNCOMMITTED))
                .forEach((p, o) -> ends.put(p, o.offset()));
        assertThat(ends)
                .containsOnlyKeys(partitions)
                .allSatisfy((p, end) -> assertThat(end).isEqualTo(205L));
        assertThat(get(client.listOffsets(all(partitions, OffsetSpec.earliest()), IsolationLevel.READ_UNCOMMITTED)))
                .containsOnlyKeys(partitions)
                .allSatisfy((p, o) -> assertThat(o.offset()).isZero());
        Map<TopicPartition, ListedOffset> first =
                get(client.listOffsets(all(partitions, OffsetSpec.atOrAfter(1)), IsolationLevel.READ_COMMITTED));
        assertThat(first).allSatisfy((p, o) -> {
            assertThat(o.offset()).isZero();
            assertThat(o.timestampMs()).isPositive();
        });
        assertThat(get(client.listOffsets(
                                all(partitions, OffsetSpec.latest().fencedBy(0)), IsolationLevel.READ_UNCOMMITTED))
                        .keySet())
                .hasSameElementsAs(partitions);
        return ends;
    }

    private static Map<TopicPartition, OffsetSpec> all(List<TopicPartition> partitions, OffsetSpec spec) {
        Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
        partitions.forEach(p -> specs.put(p, spec));
        return specs;
    }

    private static void checkEpochs(WireClient client, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, EpochQuery> queries = new HashMap<>();
        ends.keySet().forEach(p -> queries.put(p, new EpochQuery(0, 0)));
        assertThat(get(client.endOffsetsForEpoch(queries)))
                .allSatisfy((p, end) -> assertThat(end).isEqualTo(new EpochEnd(Errors.NONE, 0, end(ends, p))));
    }

    private static long end(Map<TopicPartition, Long> ends, TopicPartition partition) {
        Long end = ends.get(partition);
        assertThat(end).isNotNull();
        return end == null ? -1 : end;
    }

    private static <T> T get(CompletableFuture<T> future) {
        try {
            return future.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            throw new AssertionError(e.getCause());
        }
    }
}
