// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.compare.EndRule;
import io.kmirrord.testkit.compare.LogComparison;
import io.kmirrord.testkit.compare.PartitionComparison;
import io.kmirrord.testkit.compare.Replica;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;

/** A topic made by CREATE_TOPIC, partition 0 of which the test mirrors into. Not thread-safe. */
public final class MirrorTopic {
    public static final int FIRST_EPOCH = 20;

    private final BridgeCluster bridges;
    private final String name;
    private final UUID id;
    private final MirrorRef ref;
    private long token;

    private MirrorTopic(BridgeCluster bridges, String name, UUID id) {
        this.bridges = bridges;
        this.name = name;
        this.id = id;
        this.ref = new MirrorRef("mirror", 1);
    }

    public static MirrorTopic create(BridgeCluster bridges, String name, int replicas, Map<String, String> configs)
            throws BridgeException {
        MirrorTopic topic = new MirrorTopic(bridges, name, UUID.randomUUID());
        bridges.write(topic.createRequest(1, replicas, configs));
        topic.awaitLeader();
        return topic;
    }

    /** Makes a topic of many partitions and one replica. */
    public static MirrorTopic wide(BridgeCluster bridges, String name, int partitions) throws BridgeException {
        MirrorTopic topic = new MirrorTopic(bridges, name, UUID.randomUUID());
        bridges.write(topic.createRequest(partitions, 1, Map.of()));
        topic.awaitLeader();
        return topic;
    }

    /** Returns the leader epoch of every partition that a node leads. */
    public Map<Integer, Integer> leaderEpochs(int node, int partitions) {
        List<TopicIdPartition> all = new java.util.ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            all.add(new TopicIdPartition(id, partition));
        }
        Map<Integer, Integer> epochs = new TreeMap<>();
        try {
            bridges.call(node, new Request.Describe(all), Response.Description.class)
                    .partitions()
                    .forEach(partition -> epochs.put(partition.partition().partition(), partition.leaderEpoch()));
        } catch (BridgeException e) {
            throw new IllegalStateException(e);
        }
        return epochs;
    }

    public static MirrorTopic create(BridgeCluster bridges, String name) throws BridgeException {
        return create(bridges, name, bridges.kafka().brokers().size(), Map.of());
    }

    /** Records are old, as those of a mirror are: without retention, unless the configs say otherwise. */
    public Request.CreateTopic createRequest(int partitions, int replicas, Map<String, String> more) {
        Map<String, String> configs = new TreeMap<>(Map.of("retention.ms", "-1"));
        configs.putAll(more);
        return new Request.CreateTopic(
                id, name, partitions, (short) replicas, FIRST_EPOCH, configs, fence(Phase.MIRRORING, -1));
    }

    public Fence fence(Phase phase, int stopEpoch) {
        return new Fence(ref.mirror(), ref.generation(), phase, stopEpoch, new TreeMap<>());
    }

    public void phase(Phase phase, int stopEpoch) throws BridgeException {
        bridges.write(new Request.PutFence(id, fence(phase, stopEpoch)));
    }

    public UUID id() {
        return id;
    }

    public String name() {
        return name;
    }

    public MirrorRef ref() {
        return ref;
    }

    public TopicIdPartition partition() {
        return new TopicIdPartition(id, 0);
    }

    public Response.PartitionDescription describe(int node) throws BridgeException {
        List<Response.PartitionDescription> found = bridges.call(
                        node, new Request.Describe(List.of(partition())), Response.Description.class)
                .partitions();
        assertThat(found).as("replica of %s at node %d", name, node).hasSize(1);
        return found.get(0);
    }

    private java.util.Optional<Response.PartitionDescription> descriptionAt(KafkaNode node) {
        try {
            return bridges
                    .call(node.id(), new Request.Describe(List.of(partition())), Response.Description.class)
                    .partitions()
                    .stream()
                    .findFirst();
        } catch (BridgeException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the node that leads now, waiting for one. */
    public int awaitLeader() {
        int[] leader = {-1};
        BridgeCluster.until("leader of " + name, () -> {
            for (KafkaNode node : bridges.kafka().brokers()) {
                if (node.isAlive()
                        && descriptionAt(node)
                                .filter(Response.PartitionDescription::leader)
                                .isPresent()) {
                    leader[0] = node.id();
                    return true;
                }
            }
            return false;
        });
        return leader[0];
    }

    public Response.PartitionDescription leaderState() throws BridgeException {
        return describe(awaitLeader());
    }

    public Response.Begun begin() throws BridgeException {
        return beginAt(awaitLeader(), leaderState().leaderEpoch());
    }

    public Response.Begun beginAt(int leader, int leaderEpoch) throws BridgeException {
        Response.Begun begun =
                bridges.call(leader, new Request.Begin(ref, partition(), leaderEpoch, -1), Response.Begun.class);
        token = begun.token();
        return begun;
    }

    public Request.Append appendRequest(long expectedEnd, ByteBuffer records) {
        return new Request.Append(ref, partition(), token, expectedEnd, records);
    }

    public Response.Appended append(long expectedEnd, ByteBuffer... batches) throws BridgeException {
        return bridges.call(awaitLeader(), appendRequest(expectedEnd, Batches.join(batches)), Response.Appended.class);
    }

    public BridgeException refusedAppend(long expectedEnd, ByteBuffer... batches) {
        return bridges.refusal(awaitLeader(), appendRequest(expectedEnd, Batches.join(batches)));
    }

    public Request.Truncate truncateRequest(long offset, int nextEpoch) throws BridgeException {
        Response.PartitionDescription now = leaderState();
        return new Request.Truncate(ref, partition(), now.leaderEpoch(), offset, now.logEndOffset(), nextEpoch);
    }

    public Response.Cut truncate(long offset, int nextEpoch) throws BridgeException {
        return bridges.call(awaitLeader(), truncateRequest(offset, nextEpoch), Response.Cut.class);
    }

    public Request.RestartAt restartRequest(long offset, int timeoutMs) throws BridgeException {
        Response.PartitionDescription now = leaderState();
        return new Request.RestartAt(ref, partition(), now.leaderEpoch(), offset, now.logEndOffset(), timeoutMs);
    }

    public Response.Cut restartAt(long offset) throws BridgeException {
        return bridges.call(awaitLeader(), restartRequest(offset, 20_000), Response.Cut.class);
    }

    public Response.Awaited awaitBarrier() throws BridgeException {
        return bridges.call(
                awaitLeader(),
                new Request.Await(partition(), leaderState().leaderEpoch(), -1, 20_000),
                Response.Awaited.class);
    }

    public Response.Awaited awaitHighWatermark(long offset) throws BridgeException {
        return bridges.call(
                awaitLeader(),
                new Request.Await(partition(), leaderState().leaderEpoch(), offset, 20_000),
                Response.Awaited.class);
    }

    public void ensureEpoch(int epoch) throws BridgeException {
        bridges.write(new Request.EnsureEpoch(ref, id, Map.of(0, epoch)));
        BridgeCluster.until(
                "leader epoch of " + name + " is " + epoch, () -> leaderState().leaderEpoch() >= epoch);
    }

    public void awaitInSync(int replicas) {
        BridgeCluster.until(
                replicas + " replicas of " + name + " in sync",
                () -> leaderState().replicas().stream()
                                .filter(Response.ReplicaState::inSync)
                                .count()
                        == replicas);
    }

    /** Waits until all replicas have caught up, then compares them byte by byte. */
    public void assertReplicasEqual() {
        Map<String, List<Path>> dirs = new LinkedHashMap<>();
        bridges.kafka().brokers().forEach(node -> dirs.put("node-" + node.id(), node.logDirs()));
        TopicPartition partition = new TopicPartition(name, 0);
        PartitionComparison[] last = new PartitionComparison[1];
        BridgeCluster.until("replicas of " + name + " are equal", () -> {
            last[0] = LogComparison.compare(partition, Replica.find(partition, dirs), EndRule.EQUAL);
            return last[0].differences().isEmpty();
        });
        assertThat(last[0].differences()).isEmpty();
    }
}
