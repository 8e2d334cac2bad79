// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

/**
 * Forms of the values inside DESCRIPTION, ABORTED and WATCH_UPDATE. Stateless.
 *
 * <pre>
 * local replica          partition, text topic, bool leader, int32 leader epoch, int32 partition count
 * open transaction       int64 producer id, int16 producer epoch, int64 start offset, int32 coordinator epoch
 * partition description  partition, text topic, bool leader, int32 leader epoch, int32 partition epoch,
 *                        int64 log start, int64 log end, int64 high watermark, int64 last stable offset,
 *                        list of (int32 epoch, int64 start offset),
 *                        list of (int32 node, int64 log end, int64 last fetch ms, bool in sync),
 *                        int64 cleaner checkpoint, int64 usable disk bytes, int32 segment bytes,
 *                        bool compacted, bool moving, bool barrier pending, list of open transaction
 * </pre>
 */
final class DescriptionFields {
    private DescriptionFields() {}

    static void localReplica(FieldWriter out, Response.LocalReplica m) {
        ValueFields.partition(out, m.partition());
        out.text(m.topicName());
        out.bool(m.leader());
        out.int32(m.leaderEpoch());
        out.int32(m.partitionCount());
    }

    static Response.LocalReplica localReplica(FieldReader in) throws BridgeException {
        return new Response.LocalReplica(
                ValueFields.partition(in),
                in.text("topic"),
                in.bool("leader"),
                in.int32("leader epoch"),
                in.int32("partition count"));
    }

    static void transaction(FieldWriter out, Response.OpenTransaction m) {
        out.int64(m.producerId());
        out.int16(m.producerEpoch());
        out.int64(m.startOffset());
        out.int32(m.coordinatorEpoch());
    }

    static Response.OpenTransaction transaction(FieldReader in) throws BridgeException {
        return new Response.OpenTransaction(
                in.int64("producer id"),
                in.int16("producer epoch"),
                in.int64("start offset"),
                in.int32("coordinator epoch"));
    }

    static void partition(FieldWriter out, Response.PartitionDescription m) {
        ValueFields.partition(out, m.partition());
        out.text(m.topicName());
        out.bool(m.leader());
        out.int32(m.leaderEpoch());
        out.int32(m.partitionEpoch());
        out.int64(m.logStartOffset());
        out.int64(m.logEndOffset());
        out.int64(m.highWatermark());
        out.int64(m.lastStableOffset());
        out.list(m.epochs(), DescriptionFields::epochEntry);
        out.list(m.replicas(), DescriptionFields::replica);
        out.int64(m.cleanerCheckpoint());
        out.int64(m.usableDiskBytes());
        out.int32(m.segmentBytes());
        out.bool(m.compacted());
        out.bool(m.moving());
        out.bool(m.barrierPending());
        out.list(m.openTransactions(), DescriptionFields::transaction);
    }

    static Response.PartitionDescription partition(FieldReader in) throws BridgeException {
        return new Response.PartitionDescription(
                ValueFields.partition(in),
                in.text("topic"),
                in.bool("leader"),
                in.int32("leader epoch"),
                in.int32("partition epoch"),
                in.int64("log start"),
                in.int64("log end"),
                in.int64("high watermark"),
                in.int64("last stable offset"),
                in.list("epochs", DescriptionFields::epochEntry),
                in.list("replicas", DescriptionFields::replica),
                in.int64("cleaner checkpoint"),
                in.int64("usable disk"),
                in.int32("segment bytes"),
                in.bool("compacted"),
                in.bool("moving"),
                in.bool("barrier pending"),
                in.list("open transactions", DescriptionFields::transaction));
    }

    private static void epochEntry(FieldWriter out, Response.EpochEntry m) {
        out.int32(m.epoch());
        out.int64(m.startOffset());
    }

    private static Response.EpochEntry epochEntry(FieldReader in) throws BridgeException {
        return new Response.EpochEntry(in.int32("epoch"), in.int64("start offset"));
    }

    private static void replica(FieldWriter out, Response.ReplicaState m) {
        out.int32(m.nodeId());
        out.int64(m.logEndOffset());
        out.int64(m.lastFetchTimeMs());
        out.bool(m.inSync());
    }

    private static Response.ReplicaState replica(FieldReader in) throws BridgeException {
        return new Response.ReplicaState(
                in.int32("node id"), in.int64("log end"), in.int64("last fetch"), in.bool("in sync"));
    }
}
