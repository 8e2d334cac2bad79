// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.protocol.AddressMap;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.Endpoint;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.OffsetSpec;
import io.kmirrord.protocol.PartitionLeader;
import io.kmirrord.protocol.TopicSelection;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.protocol.WireConfig;
import io.kmirrord.protocol.client.NettyWireClient;
import io.kmirrord.protocol.net.NettyResources;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.fault.ClosedPort;
import io.kmirrord.testkit.fault.Direction;
import io.kmirrord.testkit.fault.FaultLink;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import io.kmirrord.testkit.workload.TopicReport;
import io.kmirrord.testkit.workload.Workload;
import io.kmirrord.testkit.workload.WorkloadSpec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two brokers behind relays, which only the address map leads to. */
final class BrokenLinksIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static final Map<Integer, FaultLink> LINKS = new HashMap<>();
    private static final List<KafkaCluster> CLUSTER = new ArrayList<>();

    private final NettyResources resources = NettyResources.start(2, 8 << 20);
    private final WireClient client = NettyWireClient.create(config(), resources);

    @BeforeAll
    static void start() {
        KafkaCluster cluster = CLUSTERS.start(
                "source",
                KafkaCluster.builder()
                        .brokers(2)
                        .dedicatedControllers(1)
                        .property("transaction.state.log.replication.factor", "2")
                        .property("transaction.state.log.min.isr", "1")
                        .property("transaction.state.log.num.partitions", "1"));
        CLUSTER.add(cluster);
        for (KafkaNode broker : cluster.brokers()) {
            Endpoint address = Endpoint.parse(broker.address());
            LINKS.put(
                    broker.id(),
                    CLUSTERS.manage(
                            FaultLink.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), address.port()))));
        }
    }

    @AfterEach
    void close() {
        client.close();
        LINKS.values().forEach(FaultLink::heal);
        assertThat(Poll.until(LIMIT, () -> resources.budget().reservedBytes() == 0))
                .as("reserved: %d", resources.budget().reservedBytes())
                .isTrue();
        resources.close();
    }

    private static KafkaCluster cluster() {
        return CLUSTER.get(0);
    }

    private static WireConfig config() {
        String map = cluster().brokers().stream()
                .map(b -> b.address() + "=127.0.0.1:" + link(b.id()).address().getPort())
                .collect(Collectors.joining(","));
        return WireConfig.of(List.of(Endpoint.parse(cluster().brokers().get(0).address())), "test", new Random(3))
                .withAddressMap(AddressMap.parse(map))
                .withTimeouts(Duration.ofSeconds(5), Duration.ofSeconds(3), Duration.ofSeconds(30));
    }

    private static FaultLink link(int broker) {
        return Optional.ofNullable(LINKS.get(broker)).orElseThrow();
    }

    private static Reader reader(WireClient client) {
        return new Reader(client, new FetchOptions(100, 1, 1 << 20), 200_000);
    }

    private static List<TopicPartition> create(String topic, int partitions) throws Exception {
        try (Admin admin = cluster().admin()) {
            admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 2)))
                    .all()
                    .get();
        }
        List<TopicPartition> all = new ArrayList<>();
        for (int p = 0; p < partitions; p++) {
            all.add(new TopicPartition(topic, p));
        }
        return all;
    }

    private Reader follow(String topic) {
        Reader reader = reader(client);
        get(client.metadata(TopicSelection.names(topic))).topics().forEach(reader::add);
        return reader;
    }

    private Map<TopicPartition, Long> ends(List<TopicPartition> partitions) {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions.forEach(p -> latest.put(p, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        get(client.listOffsets(latest, IsolationLevel.READ_UNCOMMITTED)).forEach((p, o) -> ends.put(p, o.offset()));
        return ends;
    }

    private void expectTheLog(Reader reader, List<TopicPartition> partitions, int... brokers) throws Exception {
        reader.readTo(ends(partitions), LIMIT);
        for (int broker : brokers) {
            for (TopicPartition partition : partitions) {
                expectEqual(
                        reader,
                        partition,
                        PartitionFiles.read(cluster().node(broker).logDirs(), partition));
            }
        }
    }

    private static void expectEqual(Reader reader, TopicPartition partition, byte[] inLog) {
        assertThat(Arrays.mismatch(reader.bytes(partition), inLog))
                .as("first byte of %s that differs, after %s", partition, reader.troubles())
                .isEqualTo(-1);
    }

    private static <T> T get(CompletableFuture<T> future) {
        try {
            return future.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    @Test
    void n9TheWholeWorkloadArrivesThroughTheAddressMap() throws Exception {
        List<TopicReport> reports = Workload.write(
                cluster().bootstrapServers(),
                WorkloadSpec.whole("w-", 11, Instant.now())
                        .withReplicationFactor(2)
                        .withLargeRecordBytes(3 << 20));
        List<TopicPartition> partitions = new ArrayList<>();
        try (Reader reader = reader(client)) {
            Set<String> topics = reports.stream().map(TopicReport::topic).collect(Collectors.toSet());
            ClusterMetadata metadata = get(client.metadata(new TopicSelection.Names(topics)));
            for (ClusterMetadata.Topic topic : metadata.topics()) {
                reader.addFromLogStart(topic, client);
                topic.partitions().forEach(p -> partitions.add(new TopicPartition(name(topic), p.partition())));
            }
            reader.readTo(ends(partitions), LIMIT);
            assertThat(partitions).anyMatch(p -> reader.bytes(p).length > 3 << 20);
            for (TopicPartition partition : partitions) {
                // Of the leader: each replica of a compacted partition cleans for itself.
                int leader = client.leader(partition).orElseThrow().brokerId();
                byte[] inLog = PartitionFiles.read(cluster().node(leader).logDirs(), partition);
                expectEqual(reader, partition, PartitionFiles.from(inLog, reader.start(partition)));
            }
            assertThat(reader.troubles()).isEmpty();
        }
        assertThat(LINKS.values()).allMatch(link -> !link.connections().isEmpty());
    }

    private static String name(ClusterMetadata.Topic topic) {
        return Optional.ofNullable(topic.name()).orElseThrow();
    }

    @Test
    void aReaderFollowsLeadersThatMove() throws Exception {
        List<TopicPartition> partitions = create("moving", 4);
        MixedLoad load = new MixedLoad(cluster().bootstrapServers());
        load.writeAll(partitions);
        try (Reader reader = follow("moving");
                Admin admin = cluster().admin()) {
            for (int first : new int[] {2, 1, 2}) {
                reader.round();
                lead(admin, partitions, first);
                load.write(partitions, 20, Map.of());
                reader.readTo(ends(partitions), LIMIT);
                assertThat(partitions)
                        .allMatch(p ->
                                client.leader(p).map(PartitionLeader::brokerId).equals(Optional.of(first)));
            }
            expectTheLog(reader, partitions, 1, 2);
        }
    }

    private static void lead(Admin admin, List<TopicPartition> partitions, int first) throws Exception {
        Map<TopicPartition, Optional<NewPartitionReassignment>> order = new HashMap<>();
        partitions.forEach(p ->
                order.put(p, Optional.of(new NewPartitionReassignment(List.of(first, first == 1 ? 2 : 1)))));
        admin.alterPartitionReassignments(order).all().get();
        assertThat(Poll.until(LIMIT, () -> leads(admin, partitions, first))).isTrue();
    }

    private static boolean leads(Admin admin, List<TopicPartition> partitions, int broker) {
        try {
            var unused = admin.electLeaders(ElectionType.PREFERRED, Set.copyOf(partitions))
                    .partitions()
                    .get();
            return admin.describeTopics(List.of(partitions.get(0).topic())).allTopicNames().get().values().stream()
                    .flatMap(t -> t.partitions().stream())
                    .allMatch(p -> p.leader() != null && p.leader().id() == broker);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aReaderOutlivesABrokerKilledWithoutWarning() throws Exception {
        List<TopicPartition> partitions = create("killed", 4);
        MixedLoad load = new MixedLoad(cluster().bootstrapServers());
        load.writeAll(partitions);
        KafkaNode victim = cluster().node(2);
        try (Reader reader = follow("killed")) {
            reader.round();
            victim.kill();
            assertThat(untilTrouble(reader, 0)).isTrue();
            load.write(partitions, 20, Map.of());
            expectTheLog(reader, partitions, 1);
        } finally {
            victim.start();
            cluster().awaitReady(LIMIT);
        }
    }

    @Test
    void aReaderOutlivesLinksThatAreCutResetOrSilent() throws Exception {
        List<TopicPartition> partitions = create("broken", 2);
        MixedLoad load = new MixedLoad(cluster().bootstrapServers());
        load.writeAll(partitions);
        ScheduledExecutorService faults = Executors.newSingleThreadScheduledExecutor();
        try (Reader reader = follow("broken")) {
            List<Runnable> kinds = List.of(
                    () -> LINKS.values().forEach(FaultLink::cut),
                    () -> LINKS.values().forEach(FaultLink::reset),
                    () -> LINKS.values().forEach(link -> link.halfOpen(EnumSet.allOf(Direction.class))));
            for (Runnable fault : kinds) {
                reader.round();
                int before = reader.troubles().size();
                load.write(partitions, 10, Map.of());
                // Again and again: between two fetches a new connection is made unseen.
                var repeated = faults.scheduleAtFixedRate(fault, 0, 30, TimeUnit.MILLISECONDS);
                assertThat(untilTrouble(reader, before)).isTrue();
                repeated.cancel(false);
                LINKS.values().forEach(FaultLink::heal);
                reader.readTo(ends(partitions), LIMIT);
            }
            expectTheLog(reader, partitions, 1, 2);
            assertThat(reader.troubles()).anyMatch(t -> t.contains("did not answer FETCH within 3100 ms"));
        } finally {
            faults.shutdownNow();
        }
    }

    /** Reads on until something was in the way. */
    private static boolean untilTrouble(Reader reader, int before) {
        return Poll.until(LIMIT, () -> {
            try {
                reader.round();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return reader.troubles().size() > before;
        });
    }

    @Test
    void n9ABrokerThatCannotBeReachedIsNamedWithTheAddressItAdvertises() throws Exception {
        Endpoint first = Endpoint.parse(cluster().node(1).address());
        Endpoint second = Endpoint.parse(cluster().node(2).address());
        try (ClosedPort closed = new ClosedPort()) {
            WireConfig misled = WireConfig.of(List.of(first), "test", new Random(3))
                    .withAddressMap(AddressMap.parse(second + "=127.0.0.1:" + closed.port()));
            requireNamed(misled, second, closed.port());
        }
    }

    private void requireNamed(WireConfig misled, Endpoint second, int closedPort) throws Exception {
        try (WireClient other = NettyWireClient.create(misled, resources)) {
            get(other.metadata(TopicSelection.none()));
            create("unreachable", 1);
            ClusterMetadata.Topic topic = get(other.metadata(TopicSelection.names("unreachable")))
                    .topics()
                    .get(0);
            try (Reader reader = reader(other)) {
                reader.add(topic);
                reader.fetchOnceFrom(2);
                assertThat(reader.troubles())
                        .singleElement()
                        .asString()
                        .contains("broker 2 advertises " + second)
                        .contains("unreachable from this host")
                        .contains("127.0.0.1:" + closedPort);
            }
        }
    }
}
