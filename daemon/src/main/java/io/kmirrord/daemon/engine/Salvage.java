// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.bridge.wire.Response;
import io.kmirrord.daemon.salvage.SalvageDraft;
import io.kmirrord.daemon.salvage.SalvageException;
import io.kmirrord.daemon.salvage.SalvageStore;
import io.kmirrord.daemon.salvage.SalvageSubject;
import io.kmirrord.protocol.BatchHeader;
import io.kmirrord.protocol.RecordBatches;
import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.decision.FailureCode;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Saves what a cut removes, as it lies in the log, before the cut: whole or not at all (F26). Thread-safe; files are
 * written on the executor.
 */
final class Salvage {
    private static final int READ_BYTES = 4 << 20;

    private final SalvageStore store;
    private final Runnable saved;
    private final BridgeEffects local;
    private final Executor io;

    /** @param saved told of each salvage; does not block */
    Salvage(SalvageStore store, Runnable saved, BridgeEffects local, Executor io) {
        this.store = store;
        this.saved = saved;
        this.local = local;
        this.io = io;
    }

    /** How many bytes a cut removes. */
    CompletableFuture<Long> measure(Place place, long from) {
        return measure(place, from, 0);
    }

    private CompletableFuture<Long> measure(Place place, long from, long counted) {
        return local.read(place, from, READ_BYTES).thenCompose(records -> {
            long bytes = counted + records.records().remaining();
            long next = nextOffset(place, records, headers(records), from);
            return next >= records.logEndOffset()
                    ? CompletableFuture.completedFuture(bytes)
                    : measure(place, next, bytes);
        });
    }

    /**
     * What was saved.
     *
     * @param end offset after the last
     */
    record Saved(long end, long records, long bytes) {}

    /**
     * Saves the log from an offset on.
     *
     * @return fails with {@link EffectFailure} SALVAGE_FAILED, and then nothing of it stays on the disk
     */
    CompletableFuture<Saved> save(Place place, Effect.Salvage effect, @Nullable String sourceClusterId) {
        SalvageSubject subject = new SalvageSubject(
                place.id(), place.topic(), effect.id(), effect.reason(), sourceClusterId, effect.fromOffset());
        return CompletableFuture.supplyAsync(() -> open(subject, effect.bytes()), io)
                .thenCompose(draft -> copy(place, draft, effect.fromOffset())
                        .thenApplyAsync(end -> seal(draft, end), io)
                        .whenCompleteAsync((saved, problem) -> draft.close(), io));
    }

    private SalvageDraft open(SalvageSubject subject, long bytes) {
        try {
            return store.open(subject, bytes);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private CompletionException failed(IOException e) {
        String what = e instanceof SalvageException ? e.getMessage() : e.toString();
        return new CompletionException(
                new EffectFailure(FailureCode.SALVAGE_FAILED, "salvage in " + store.dir() + ": " + what));
    }

    /** Completes with the offset after the last batch. */
    private CompletableFuture<Long> copy(Place place, SalvageDraft draft, long from) {
        return local.read(place, from, READ_BYTES).thenCompose(records -> {
            List<BatchHeader> headers = headers(records);
            long next = nextOffset(place, records, headers, from);
            return CompletableFuture.runAsync(() -> append(draft, records, headers), io)
                    .thenCompose(nothing -> next >= records.logEndOffset()
                            ? CompletableFuture.completedFuture(records.logEndOffset())
                            : copy(place, draft, next));
        });
    }

    private static List<BatchHeader> headers(Response.Records records) {
        return RecordBatches.headers(Unpooled.wrappedBuffer(records.records()));
    }

    /** Offset after the last batch of an answer. An answer without progress must not pass for the end of the log. */
    private static long nextOffset(Place place, Response.Records records, List<BatchHeader> headers, long from) {
        long next = headers.isEmpty() ? from : headers.get(headers.size() - 1).nextOffset();
        if (next <= from && from < records.logEndOffset()) {
            throw new CompletionException(new EffectFailure(
                    FailureCode.SALVAGE_FAILED,
                    place + " ends at " + records.logEndOffset() + ", but nothing can be read from " + from
                            + " on; check the broker's disk"));
        }
        return next;
    }

    private void append(SalvageDraft draft, Response.Records records, List<BatchHeader> headers) {
        try {
            draft.append(
                    records.records(),
                    headers.size(),
                    headers.stream().mapToLong(BatchHeader::recordCount).sum());
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private Saved seal(SalvageDraft draft, long end) {
        try {
            if (draft.bytes() > 0) {
                draft.seal(end);
                saved.run();
            }
            return new Saved(end, draft.records(), draft.bytes());
        } catch (IOException e) {
            throw failed(e);
        }
    }
}
