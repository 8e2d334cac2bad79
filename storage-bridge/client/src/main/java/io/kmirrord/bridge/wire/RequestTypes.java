// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.util.List;

/**
 * The table of requests, numbers 1 to 63: fields in the order of the record's components, but for payloads, which come
 * last. Forms of the fields: {@link FieldReader}, {@link ValueFields}. Stateless.
 *
 * <pre>
 *  1 HELLO                 int32 min version, int32 max version, text client
 *  2 WATCH                 -
 *  3 DESCRIBE              list of partition
 *  4 BEGIN                 mirror, partition, int32 leader epoch, int32 source leader epoch
 *  5 APPEND                mirror, partition, int64 token, int64 expected end offset, payload records
 *  6 TRUNCATE              mirror, partition, int32 leader epoch, int64 offset,
 *                          int64 expected end offset, int32 next epoch
 *  7 RESTART_AT            mirror, partition, int32 leader epoch, int64 offset,
 *                          int64 expected end offset, int32 timeout ms
 *  8 AWAIT                 partition, int32 leader epoch, int64 min high watermark, int32 timeout ms
 *  9 END_OFFSET_FOR_EPOCH  partition, int32 epoch
 * 10 READ                  partition, int64 offset, int32 max bytes
 * 11 SET_LOG_START         mirror, partition, int32 leader epoch, int64 offset
 * 12 ABORT_OPEN            mirror, partition, int32 leader epoch
 * 13 RESET_MARK            mirror, partition, int32 leader epoch
 * 14 PUT_FENCE             uuid topic id, fence
 * 15 CREATE_TOPIC          uuid topic id, text name, int32 partitions, int16 replication factor,
 *                          int32 first leader epoch, map of text to text configs, fence
 * 16 ENSURE_EPOCH          mirror, uuid topic id, map of int32 partition to int32 min epoch
 * 17 RESERVE_PRODUCER_IDS  int64 next producer id
 * 18 MOVE_FENCE            uuid topic id, fence, int32 partitions
 * </pre>
 */
final class RequestTypes {
    private RequestTypes() {}

    static final List<MessageType<? extends Request>> ALL = List.of(
            new MessageType<>(
                    1,
                    "HELLO",
                    Request.Hello.class,
                    (out, m) -> {
                        out.int32(m.minVersion());
                        out.int32(m.maxVersion());
                        out.text(m.client());
                    },
                    in -> new Request.Hello(in.int32("min version"), in.int32("max version"), in.text("client"))),
            new MessageType<>(2, "WATCH", Request.Watch.class, (out, m) -> {}, in -> new Request.Watch()),
            new MessageType<>(
                    3,
                    "DESCRIBE",
                    Request.Describe.class,
                    (out, m) -> out.list(m.partitions(), ValueFields::partition),
                    in -> new Request.Describe(in.list("partitions", ValueFields::partition))),
            new MessageType<>(
                    4,
                    "BEGIN",
                    Request.Begin.class,
                    (out, m) -> {
                        target(out, m.ref(), m.partition(), m.leaderEpoch());
                        out.int32(m.sourceLeaderEpoch());
                    },
                    in -> new Request.Begin(
                            ValueFields.ref(in), ValueFields.partition(in), epoch(in), in.int32("source epoch"))),
            new MessageType<>(
                    5,
                    "APPEND",
                    Request.Append.class,
                    (out, m) -> {
                        ValueFields.ref(out, m.ref());
                        ValueFields.partition(out, m.partition());
                        out.int64(m.token());
                        out.int64(m.expectedEndOffset());
                        out.payload(m.records());
                    },
                    in -> new Request.Append(
                            ValueFields.ref(in),
                            ValueFields.partition(in),
                            in.int64("token"),
                            in.int64("expected end offset"),
                            in.payload("records"))),
            new MessageType<>(
                    6,
                    "TRUNCATE",
                    Request.Truncate.class,
                    (out, m) -> {
                        target(out, m.ref(), m.partition(), m.leaderEpoch());
                        out.int64(m.offset());
                        out.int64(m.expectedEndOffset());
                        out.int32(m.nextEpoch());
                    },
                    in -> new Request.Truncate(
                            ValueFields.ref(in),
                            ValueFields.partition(in),
                            epoch(in),
                            in.int64("offset"),
                            in.int64("expected end offset"),
                            in.int32("next epoch"))),
            new MessageType<>(
                    7,
                    "RESTART_AT",
                    Request.RestartAt.class,
                    (out, m) -> {
                        target(out, m.ref(), m.partition(), m.leaderEpoch());
                        out.int64(m.offset());
                        out.int64(m.expectedEndOffset());
                        out.int32(m.timeoutMs());
                    },
                    in -> new Request.RestartAt(
                            ValueFields.ref(in),
                            ValueFields.partition(in),
                            epoch(in),
                            in.int64("offset"),
                            in.int64("expected end offset"),
                            in.int32("timeout"))),
            new MessageType<>(
                    8,
                    "AWAIT",
                    Request.Await.class,
                    (out, m) -> {
                        ValueFields.partition(out, m.partition());
                        out.int32(m.leaderEpoch());
                        out.int64(m.minHighWatermark());
                        out.int32(m.timeoutMs());
                    },
                    in -> new Request.Await(
                            ValueFields.partition(in), epoch(in), in.int64("min high watermark"), in.int32("timeout"))),
            new MessageType<>(
                    9,
                    "END_OFFSET_FOR_EPOCH",
                    Request.EndOffsetForEpoch.class,
                    (out, m) -> {
                        ValueFields.partition(out, m.partition());
                        out.int32(m.epoch());
                    },
                    in -> new Request.EndOffsetForEpoch(ValueFields.partition(in), in.int32("epoch"))),
            new MessageType<>(
                    10,
                    "READ",
                    Request.Read.class,
                    (out, m) -> {
                        ValueFields.partition(out, m.partition());
                        out.int64(m.offset());
                        out.int32(m.maxBytes());
                    },
                    in -> new Request.Read(ValueFields.partition(in), in.int64("offset"), in.int32("max bytes"))),
            new MessageType<>(
                    11,
                    "SET_LOG_START",
                    Request.SetLogStart.class,
                    (out, m) -> {
                        target(out, m.ref(), m.partition(), m.leaderEpoch());
                        out.int64(m.offset());
                    },
                    in -> new Request.SetLogStart(
                            ValueFields.ref(in), ValueFields.partition(in), epoch(in), in.int64("offset"))),
            new MessageType<>(
                    12,
                    "ABORT_OPEN",
                    Request.AbortOpen.class,
                    (out, m) -> target(out, m.ref(), m.partition(), m.leaderEpoch()),
                    in -> new Request.AbortOpen(ValueFields.ref(in), ValueFields.partition(in), epoch(in))),
            new MessageType<>(
                    13,
                    "RESET_MARK",
                    Request.ResetMark.class,
                    (out, m) -> target(out, m.ref(), m.partition(), m.leaderEpoch()),
                    in -> new Request.ResetMark(ValueFields.ref(in), ValueFields.partition(in), epoch(in))),
            new MessageType<>(
                    14,
                    "PUT_FENCE",
                    Request.PutFence.class,
                    (out, m) -> {
                        out.uuid(m.topicId());
                        ValueFields.fence(out, m.fence());
                    },
                    in -> new Request.PutFence(in.uuid("topic id"), ValueFields.fence(in))),
            new MessageType<>(
                    15,
                    "CREATE_TOPIC",
                    Request.CreateTopic.class,
                    (out, m) -> {
                        out.uuid(m.topicId());
                        out.text(m.name());
                        out.int32(m.partitions());
                        out.int16(m.replicationFactor());
                        out.int32(m.firstLeaderEpoch());
                        out.map(m.configs(), FieldWriter::text, FieldWriter::text);
                        ValueFields.fence(out, m.fence());
                    },
                    in -> new Request.CreateTopic(
                            in.uuid("topic id"),
                            in.text("name"),
                            in.int32("partitions"),
                            in.int16("replication factor"),
                            in.int32("first leader epoch"),
                            in.map("configs", r -> r.text("key"), r -> r.text("value")),
                            ValueFields.fence(in))),
            new MessageType<>(
                    16,
                    "ENSURE_EPOCH",
                    Request.EnsureEpoch.class,
                    (out, m) -> {
                        ValueFields.ref(out, m.ref());
                        out.uuid(m.topicId());
                        out.map(m.minEpochs(), FieldWriter::int32, FieldWriter::int32);
                    },
                    in -> new Request.EnsureEpoch(
                            ValueFields.ref(in),
                            in.uuid("topic id"),
                            in.map("min epochs", r -> r.int32("partition"), r -> r.int32("epoch")))),
            new MessageType<>(
                    17,
                    "RESERVE_PRODUCER_IDS",
                    Request.ReserveProducerIds.class,
                    (out, m) -> out.int64(m.nextProducerId()),
                    in -> new Request.ReserveProducerIds(in.int64("next producer id"))),
            new MessageType<>(
                    18,
                    "MOVE_FENCE",
                    Request.MoveFence.class,
                    (out, m) -> {
                        out.uuid(m.topicId());
                        ValueFields.fence(out, m.fence());
                        out.int32(m.partitions());
                    },
                    in -> new Request.MoveFence(in.uuid("topic id"), ValueFields.fence(in), in.int32("partitions"))));

    private static void target(FieldWriter out, MirrorRef ref, TopicIdPartition partition, int leaderEpoch) {
        ValueFields.ref(out, ref);
        ValueFields.partition(out, partition);
        out.int32(leaderEpoch);
    }

    private static int epoch(FieldReader in) throws BridgeException {
        return in.int32("leader epoch");
    }
}
