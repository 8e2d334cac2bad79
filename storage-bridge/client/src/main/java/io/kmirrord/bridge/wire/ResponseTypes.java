// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.util.List;

/**
 * The table of answers, numbers 64 to 127. Forms of the fields: {@link FieldReader}, {@link ValueFields},
 * {@link DescriptionFields}. Stateless.
 *
 * <pre>
 * 64 REFUSED       int16 error, int64 value, text message
 * 65 HELLO         int32 version, text bridge version, text broker version, text cluster id, int32 node id, roles,
 *                  nullable text adapter, list of text link problems, bool fence wanted, bool fence installed
 * 66 WATCH_UPDATE  bool snapshot, int64 metadata offset, int32 controller epoch,
 *                  list of (partition, text topic, bool leader, int32 leader epoch, int32 partition count),
 *                  list of partition removed
 * 67 DESCRIPTION   int64 view offset, map of uuid to fence, list of partition descriptions
 * 68 BEGUN         int64 token, int64 log start, int64 log end, int64 high watermark, int32 last epoch
 * 69 APPENDED      int64 log end, int64 high watermark, int64 last stable offset
 * 70 CUT           int64 log end, int32 highest epoch cut
 * 71 AWAITED       int64 log end, int64 high watermark
 * 72 EPOCH_END     int32 epoch, int64 end offset
 * 73 RECORDS       int64 high watermark, int64 log end, payload records
 * 74 LOG_START     int64 log start
 * 75 ABORTED       list of open transactions, int64 log end
 * 76 MARKED        int64 offset, int64 log end
 * 77 WRITTEN       int64 metadata offset
 * </pre>
 */
final class ResponseTypes {
    private ResponseTypes() {}

    static final List<MessageType<? extends Response>> ALL = List.of(
            new MessageType<>(
                    64,
                    "REFUSED",
                    Response.Refused.class,
                    (out, m) -> {
                        out.int16(m.code().number());
                        out.int64(m.value());
                        out.text(m.message());
                    },
                    in -> new Response.Refused(ErrorCode.of(in.int16("error")), in.int64("value"), in.text("message"))),
            new MessageType<>(65, "HELLO", Response.Hello.class, ResponseTypes::writeHello, ResponseTypes::readHello),
            new MessageType<>(
                    66,
                    "WATCH_UPDATE",
                    Response.WatchUpdate.class,
                    (out, m) -> {
                        out.bool(m.snapshot());
                        out.int64(m.metadataOffset());
                        out.int32(m.controllerEpoch());
                        out.list(m.changed(), DescriptionFields::localReplica);
                        out.list(m.removed(), ValueFields::partition);
                    },
                    in -> new Response.WatchUpdate(
                            in.bool("snapshot"),
                            in.int64("metadata offset"),
                            in.int32("controller epoch"),
                            in.list("changed", DescriptionFields::localReplica),
                            in.list("removed", ValueFields::partition))),
            new MessageType<>(
                    67,
                    "DESCRIPTION",
                    Response.Description.class,
                    (out, m) -> {
                        out.int64(m.viewOffset());
                        out.map(m.fences(), FieldWriter::uuid, ValueFields::fence);
                        out.list(m.partitions(), DescriptionFields::partition);
                    },
                    in -> new Response.Description(
                            in.int64("view offset"),
                            in.map("fences", r -> r.uuid("topic id"), ValueFields::fence),
                            in.list("partitions", DescriptionFields::partition))),
            new MessageType<>(
                    68,
                    "BEGUN",
                    Response.Begun.class,
                    (out, m) -> {
                        out.int64(m.token());
                        out.int64(m.logStartOffset());
                        out.int64(m.logEndOffset());
                        out.int64(m.highWatermark());
                        out.int32(m.lastEpoch());
                    },
                    in -> new Response.Begun(
                            in.int64("token"),
                            in.int64("log start"),
                            logEnd(in),
                            in.int64("high watermark"),
                            in.int32("last epoch"))),
            new MessageType<>(
                    69,
                    "APPENDED",
                    Response.Appended.class,
                    (out, m) -> {
                        out.int64(m.logEndOffset());
                        out.int64(m.highWatermark());
                        out.int64(m.lastStableOffset());
                    },
                    in -> new Response.Appended(
                            logEnd(in), in.int64("high watermark"), in.int64("last stable offset"))),
            new MessageType<>(
                    70,
                    "CUT",
                    Response.Cut.class,
                    (out, m) -> {
                        out.int64(m.logEndOffset());
                        out.int32(m.highestEpochCut());
                    },
                    in -> new Response.Cut(logEnd(in), in.int32("highest epoch cut"))),
            new MessageType<>(
                    71,
                    "AWAITED",
                    Response.Awaited.class,
                    (out, m) -> {
                        out.int64(m.logEndOffset());
                        out.int64(m.highWatermark());
                    },
                    in -> new Response.Awaited(logEnd(in), in.int64("high watermark"))),
            new MessageType<>(
                    72,
                    "EPOCH_END",
                    Response.EpochEnd.class,
                    (out, m) -> {
                        out.int32(m.epoch());
                        out.int64(m.endOffset());
                    },
                    in -> new Response.EpochEnd(in.int32("epoch"), in.int64("end offset"))),
            new MessageType<>(
                    73,
                    "RECORDS",
                    Response.Records.class,
                    (out, m) -> {
                        out.int64(m.highWatermark());
                        out.int64(m.logEndOffset());
                        out.payload(m.records());
                    },
                    in -> new Response.Records(in.int64("high watermark"), logEnd(in), in.payload("records"))),
            new MessageType<>(
                    74,
                    "LOG_START",
                    Response.LogStart.class,
                    (out, m) -> out.int64(m.logStartOffset()),
                    in -> new Response.LogStart(in.int64("log start"))),
            new MessageType<>(
                    75,
                    "ABORTED",
                    Response.Aborted.class,
                    (out, m) -> {
                        out.list(m.transactions(), DescriptionFields::transaction);
                        out.int64(m.logEndOffset());
                    },
                    in -> new Response.Aborted(in.list("transactions", DescriptionFields::transaction), logEnd(in))),
            new MessageType<>(
                    76,
                    "MARKED",
                    Response.Marked.class,
                    (out, m) -> {
                        out.int64(m.offset());
                        out.int64(m.logEndOffset());
                    },
                    in -> new Response.Marked(in.int64("offset"), logEnd(in))),
            new MessageType<>(
                    77,
                    "WRITTEN",
                    Response.Written.class,
                    (out, m) -> out.int64(m.metadataOffset()),
                    in -> new Response.Written(in.int64("metadata offset"))));

    private static void writeHello(FieldWriter out, Response.Hello m) {
        out.int32(m.version());
        out.text(m.bridgeVersion());
        out.text(m.brokerVersion());
        out.text(m.clusterId());
        out.int32(m.nodeId());
        ValueFields.roles(out, m.roles());
        out.nullableText(m.adapter());
        out.list(m.linkProblems(), FieldWriter::text);
        out.bool(m.fenceWanted());
        out.bool(m.fenceInstalled());
    }

    private static Response.Hello readHello(FieldReader in) throws BridgeException {
        return new Response.Hello(
                in.int32("version"),
                in.text("bridge version"),
                in.text("broker version"),
                in.text("cluster id"),
                in.int32("node id"),
                ValueFields.roles(in),
                in.nullableText("adapter"),
                in.list("link problems", r -> r.text("link problem")),
                in.bool("fence wanted"),
                in.bool("fence installed"));
    }

    private static long logEnd(FieldReader in) throws BridgeException {
        return in.int64("log end");
    }
}
