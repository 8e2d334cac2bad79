// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;

/** Partition 0 of a fenced topic, and what a daemon does to it. Not thread-safe. */
final class Mirrored {
    static final int BLOCK = 1 << 20;
    private static final MirrorRef REF = new MirrorRef(HookCluster.MIRROR, 1);

    private final HookCluster cluster;
    final String name;
    final UUID id;
    private final TopicIdPartition partition;

    Mirrored(HookCluster cluster, String name, UUID id) {
        this.cluster = cluster;
        this.name = name;
        this.id = id;
        this.partition = new TopicIdPartition(id, 0);
    }

    static Mirrored create(HookCluster cluster, String name, int replicas) throws BridgeException {
        return new Mirrored(cluster, name, cluster.createFenced(name, 1, replicas));
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
        int leader = leader();
        HookCluster.until(
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
        awaitHighWatermark(end);
    }

    private static SimpleRecord[] records(int sequence) {
        SimpleRecord record = new SimpleRecord(
                System.currentTimeMillis(), null, ("mirrored " + sequence).getBytes(StandardCharsets.UTF_8));
        return new SimpleRecord[] {record, record, record};
    }

    void awaitHighWatermark(long offset) {
        HookCluster.until(
                "high watermark of " + name + " at " + offset,
                () -> describe(leader()).highWatermark() >= offset);
    }

    void awaitInSync(int replicas) {
        HookCluster.until(
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
        cluster.putFence(id, HookCluster.fence(1, Phase.STOPPING, -1, Map.of()));
        cluster.write(new Request.EnsureEpoch(REF, id, Map.of(0, BLOCK)));
        HookCluster.until("block epoch", () -> describe(leader()).leaderEpoch() >= BLOCK);
        int leader = leader();
        long mark = cluster.call(
                        leader,
                        new Request.ResetMark(REF, partition, describe(leader).leaderEpoch()),
                        Response.Marked.class)
                .offset();
        awaitHighWatermark(mark + 1);
        cluster.putFence(id, HookCluster.fence(1, Phase.STOPPED, BLOCK, Map.of()));
        return mark;
    }
}
