// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.protocol.BatchHeader;
import io.kmirrord.protocol.RecordBatches;
import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.decision.EpochBlocks;
import io.kmirrord.statemachine.decision.EpochStart;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.decision.LocalLog;
import io.kmirrord.statemachine.decision.ReplicaLog;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Effects that the local bridge carries out. Thread-safe. */
final class BridgeEffects {
    /** Of each wait for replicas; what waits longer is a failure that names them, and is tried again. */
    private static final int WAIT_MS = 20_000;

    private static final int LAST_BATCH_BYTES = 1 << 20;

    private final BridgeClient bridge;

    BridgeEffects(BridgeClient bridge) {
        this.bridge = bridge;
    }

    CompletableFuture<Response.PartitionDescription> describe(TopicIdPartition partition) {
        return bridge.send(new Request.Describe(List.of(partition)), Response.Description.class)
                .thenApply(description -> {
                    if (description.partitions().isEmpty()
                            || !description.partitions().get(0).leader()) {
                        throw new CompletionException(new BridgeException(
                                ErrorCode.NOT_LEADER, "the local broker does not lead " + partition));
                    }
                    return description.partitions().get(0);
                });
    }

    CompletableFuture<Event> describeLog(Place place, Effect.DescribeLog effect) {
        return describe(place.partition()).thenApply(log -> new Event.LogDescribed(effect.id(), localLog(log)));
    }

    static LocalLog localLog(Response.PartitionDescription log) {
        List<EpochStart> epochs = log.epochs().stream()
                .map(entry -> new EpochStart(entry.epoch(), entry.startOffset()))
                .toList();
        // The leader knows its own cleaner alone. Of the others the worst is assumed where a cleaner works at all (F3).
        int self = log.replicas().isEmpty() ? -1 : log.replicas().get(0).nodeId();
        List<ReplicaLog> replicas = log.replicas().stream()
                .map(replica -> new ReplicaLog(
                        replica.nodeId(),
                        replica.nodeId() == self ? log.cleanerCheckpoint() : log.compacted() ? Long.MAX_VALUE : -1))
                .toList();
        // A leader that clients can write to makes an epoch entry before its first record; a fenced one makes none.
        boolean untouched = log.logStartOffset() == 0 && log.logEndOffset() == 0 && epochs.isEmpty();
        return new LocalLog(
                log.logStartOffset(),
                log.logEndOffset(),
                log.highWatermark(),
                epochs,
                log.compacted(),
                !untouched,
                replicas);
    }

    CompletableFuture<Event> truncate(Place place, Effect.Truncate effect) {
        Request request = new Request.Truncate(
                place.ref(effect.id()),
                place.partition(),
                effect.id().leaderEpoch(),
                effect.offset(),
                effect.savedTo(),
                effect.nextEpoch());
        return bridge.send(request, Response.Cut.class)
                .thenApply(cut -> new Event.CutDone(effect.id(), cut.logEndOffset()));
    }

    CompletableFuture<Event> restartAt(Place place, Effect.RestartAt effect) {
        Request request = new Request.RestartAt(
                place.ref(effect.id()),
                place.partition(),
                effect.id().leaderEpoch(),
                effect.offset(),
                effect.savedTo(),
                WAIT_MS);
        return bridge.send(request, Response.Cut.class)
                .thenApply(cut -> new Event.CutDone(effect.id(), cut.logEndOffset()));
    }

    CompletableFuture<Event> awaitBarrier(Place place, Effect.AwaitBarrier effect) {
        return await(place, effect.id(), -1).thenApply(awaited -> new Event.BarrierReached(effect.id()));
    }

    private CompletableFuture<Response.Awaited> await(Place place, EffectId id, long highWatermark) {
        return bridge.send(
                new Request.Await(place.partition(), id.leaderEpoch(), highWatermark, WAIT_MS), Response.Awaited.class);
    }

    CompletableFuture<Event> awaitHighWatermark(Place place, Effect.AwaitHighWatermark effect) {
        EffectId id = effect.id();
        return describe(place.partition())
                .thenCompose(log -> await(place, id, log.logEndOffset()))
                .thenCompose(awaited -> describe(place.partition()))
                .thenApply(log -> reached(id, log));
    }

    private static Event reached(EffectId id, Response.PartitionDescription log) {
        if (log.highWatermark() < log.logEndOffset() || log.leaderEpoch() != id.leaderEpoch()) {
            // Something was appended while waiting: what is recorded must be the end of the log.
            throw new CompletionException(new EffectFailure(
                    FailureCode.NOT_ENOUGH_REPLICAS,
                    "high watermark " + log.highWatermark() + " is below the log end " + log.logEndOffset()));
        }
        List<Response.EpochEntry> epochs = log.epochs();
        int last = epochs.isEmpty() ? -1 : epochs.get(epochs.size() - 1).epoch();
        return new Event.HighWatermarkReached(id, log.logEndOffset(), last);
    }

    CompletableFuture<Event> abortOpen(Place place, Effect.AbortOpen effect) {
        EffectId id = effect.id();
        return bridge.send(
                        new Request.AbortOpen(place.ref(id), place.partition(), id.leaderEpoch()),
                        Response.Aborted.class)
                .thenCompose(aborted -> await(place, id, aborted.logEndOffset()))
                .thenApply(awaited -> new Event.OpenAborted(id));
    }

    CompletableFuture<Event> putMark(Place place, Effect.PutMark effect) {
        EffectId id = effect.id();
        return markOf(place, id)
                .thenCompose(present -> present.isPresent()
                        ? CompletableFuture.completedFuture(present.get())
                        : bridge.send(
                                        new Request.ResetMark(place.ref(id), place.partition(), id.leaderEpoch()),
                                        Response.Marked.class)
                                .thenApply(Response.Marked::offset))
                .thenCompose(
                        offset -> await(place, id, offset + 1).thenApply(awaited -> new Event.MarkPut(id, offset)));
    }

    /** The mark of this stop that the log ends with already: who put it died before it was recorded. */
    private CompletableFuture<Optional<Long>> markOf(Place place, EffectId id) {
        return describe(place.partition())
                .thenCompose(log -> log.logEndOffset() == log.logStartOffset()
                        ? CompletableFuture.completedFuture(Optional.empty())
                        : read(place, log.logEndOffset() - 1, LAST_BATCH_BYTES)
                                .thenApply(records ->
                                        markIn(RecordBatches.headers(Unpooled.wrappedBuffer(records.records())), id)));
    }

    /**
     * The offset of the mark that batches end with, where it was written in the block of epochs of this stop: an older one was
     * mirrored. No other control batch of a client's topic has no producer.
     */
    static Optional<Long> markIn(List<BatchHeader> batches, EffectId id) {
        if (batches.isEmpty()) {
            return Optional.empty();
        }
        BatchHeader last = batches.get(batches.size() - 1);
        boolean mark = last.isControl() && last.producerId() < 0;
        boolean ours = last.leaderEpoch() / EpochBlocks.BLOCK == id.leaderEpoch() / EpochBlocks.BLOCK;
        return mark && ours ? Optional.of(last.baseOffset()) : Optional.empty();
    }

    /** Raw batches from an offset on. */
    CompletableFuture<Response.Records> read(Place place, long offset, int maxBytes) {
        return bridge.send(new Request.Read(place.partition(), offset, maxBytes), Response.Records.class);
    }

    /** The fence of a topic in this node's view of the metadata. */
    CompletableFuture<Optional<Fence>> fence(Place place) {
        return bridge.send(new Request.Describe(List.of()), Response.Description.class)
                .thenApply(description ->
                        Optional.ofNullable(description.fences().get(place.id().topicId())));
    }

    /** Completes when this node's view of the metadata holds an offset. */
    CompletableFuture<Void> inForce(long metadataOffset) {
        return bridge.send(new Request.Describe(List.of()), Response.Description.class)
                .thenCompose(description -> {
                    if (description.viewOffset() >= metadataOffset) {
                        return CompletableFuture.completedFuture(null);
                    }
                    return CompletableFuture.supplyAsync(
                                    () -> null,
                                    CompletableFuture.delayedExecutor(
                                            IN_FORCE_POLL_MS, java.util.concurrent.TimeUnit.MILLISECONDS))
                            .thenCompose(nothing -> inForce(metadataOffset));
                });
    }

    private static final long IN_FORCE_POLL_MS = 20;
}
