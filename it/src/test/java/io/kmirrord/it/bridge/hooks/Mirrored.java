// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Fences;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;

/** Partition 0 of a fenced topic, and what a daemon does to it. Not thread-safe. */
final class Mirrored {
    static final int BLOCK = 1 << 20;
    private static final MirrorRef REF = Fences.REF;

    private final BridgeCluster cluster;
    final String name;
    final UUID id;
    private final TopicIdPartition partition;

    Mirrored(BridgeCluster cluster, String name, UUID id) {
        this.cluster = cluster;
        this.name = name;
        this.id = id;
        this.partition = new TopicIdPartition(id, 0);
    }

    static Mirrored create(BridgeCluster cluster, String name, int replicas) throws BridgeException {
        return new Mirrored(cluster, name, Fences.create(cluster, name, 1, replicas));
    }

    Response.PartitionDescription describe(int node) throws BridgeException {
        return cluster.call(node, new Request.Describe(List.of(partition)), Response.Description.class)
                .partitions()
                .get(0);
    }

    int leader() throws Exception {
        return Offsets.leader(cluster.admin(), name, 0);
    }

    /** Appends batches of a source's idempotent producer, of three records each, in one leader epoch. */
    void append(int epoch, long producerId, int... sequences) throws Exception {
        AtomicInteger leader = new AtomicInteger();
        // Asked anew each time: the broker that is asked may not have heard of the last election.
        BridgeCluster.until("a leader of " + name + " that knows it", () -> {
            leader.set(leader());
            return describe(leader.get()).leader();
        });
        appendAt(leader.get(), epoch, producerId, sequences);
    }

    /** As {@link #append} at a node that leads, or will in a moment: where another one cannot be asked. */
    void appendAt(int leader, int epoch, long producerId, int... sequences) throws Exception {
        BridgeCluster.until(
                "leader " + leader + " knows it", () -> describe(leader).leader());
        Response.Begun begun = cluster.call(
                leader, new Request.Begin(REF, partition, describe(leader).leaderEpoch(), -1), Response.Begun.class);
        long end = begun.logEndOffset();
        for (int sequence : sequences) {
            ByteBuffer batch = MemoryRecords.withIdempotentRecords(
                            end, Compression.NONE, producerId, (short) 0, sequence, epoch, records(sequence))
                    .buffer();
            end = cluster.call(
                            leader,
                            new Request.Append(REF, partition, begun.token(), end, batch),
                            Response.Appended.class)
                    .logEndOffset();
        }
        long awaited = end;
        BridgeCluster.until(
                "high watermark of " + name + " at " + awaited,
                () -> describe(leader).highWatermark() >= awaited);
    }

    private static SimpleRecord[] records(int sequence) {
        SimpleRecord record = new SimpleRecord(
                System.currentTimeMillis(), null, ("mirrored " + sequence).getBytes(StandardCharsets.UTF_8));
        return new SimpleRecord[] {record, record, record};
    }

    void awaitHighWatermark(long offset) {
        BridgeCluster.until(
                "high watermark of " + name + " at " + offset,
                () -> describe(leader()).highWatermark() >= offset);
    }

    void awaitInSync(int replicas) {
        BridgeCluster.until(
                replicas + " replicas of " + name + " in sync",
                () -> Offsets.describe(cluster.admin(), name)
                                .partitions()
                                .get(0)
                                .isr()
                                .size()
                        == replicas);
    }

    /** Stops as the daemon does: block, mark, open. Returns the offset of the mark. */
    long stop() throws Exception {
        Fences.put(cluster, id, Fences.in(Phase.STOPPING));
        cluster.write(new Request.EnsureEpoch(REF, id, Map.of(0, BLOCK)));
        BridgeCluster.until("block epoch", () -> describe(leader()).leaderEpoch() >= BLOCK);
        int leader = leader();
        long mark = cluster.call(
                        leader,
                        new Request.ResetMark(REF, partition, describe(leader).leaderEpoch()),
                        Response.Marked.class)
                .offset();
        awaitHighWatermark(mark + 1);
        Fences.put(cluster, id, Fences.of(1, Phase.STOPPED, BLOCK, Map.of()));
        return mark;
    }
}
