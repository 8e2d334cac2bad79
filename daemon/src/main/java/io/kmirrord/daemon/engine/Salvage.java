// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.bridge.wire.Response;
import io.kmirrord.protocol.BatchHeader;
import io.kmirrord.protocol.RecordBatches;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.decision.FailureCode;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/**
 * Saves what a cut removes, as it lies in the log: {@code <dir>/<mirror>/<topic>-<partition>/<generation>-<leader
 * epoch>-<step>.log}, a segment file that Kafka's tools read, and beside it a manifest, written last and synced, so that a
 * crash leaves a whole salvage or none (F26). Thread-safe; files are written on the executor.
 */
final class Salvage {
    private static final int READ_BYTES = 4 << 20;

    private final Path dir;
    private final BridgeEffects local;
    private final Executor io;

    Salvage(Path dir, BridgeEffects local, Executor io) {
        this.dir = dir;
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
            long next = nextOffset(records, from);
            return !records.records().hasRemaining() || next >= records.logEndOffset()
                    ? CompletableFuture.completedFuture(bytes)
                    : measure(place, next, bytes);
        });
    }

    /** What was saved. */
    record Saved(long end, long bytes) {}

    CompletableFuture<Saved> save(Place place, EffectId id, long from) {
        return CompletableFuture.supplyAsync(() -> open(place, id), io)
                .thenCompose(file -> copy(place, file, from, 0)
                        .thenApplyAsync(saved -> seal(place, file, from, saved), io)
                        .whenComplete((saved, problem) -> close(file)));
    }

    private record OpenFile(Path path, FileChannel channel) {}

    private OpenFile open(Place place, EffectId id) {
        try {
            Path folder = dir.resolve(place.id().mirror())
                    .resolve(place.topic() + "-" + place.id().partition());
            Files.createDirectories(folder);
            Path path = folder.resolve(id.generation() + "-" + id.leaderEpoch() + "-" + id.step() + ".log");
            return new OpenFile(
                    path,
                    FileChannel.open(
                            path,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.TRUNCATE_EXISTING));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private CompletionException failed(IOException e) {
        return new CompletionException(new EffectFailure(FailureCode.SALVAGE_FAILED, "salvage in " + dir + ": " + e));
    }

    private CompletableFuture<Saved> copy(Place place, OpenFile file, long from, long bytes) {
        return local.read(place, from, READ_BYTES).thenCompose(records -> {
            if (!records.records().hasRemaining()) {
                return CompletableFuture.completedFuture(new Saved(records.logEndOffset(), bytes));
            }
            long next = nextOffset(records, from);
            int size = records.records().remaining();
            return CompletableFuture.runAsync(() -> write(file, records.records()), io)
                    .thenCompose(nothing -> next >= records.logEndOffset()
                            ? CompletableFuture.completedFuture(new Saved(records.logEndOffset(), bytes + size))
                            : copy(place, file, next, bytes + size));
        });
    }

    /** Offset after the last batch of an answer. */
    private static long nextOffset(Response.Records records, long from) {
        List<BatchHeader> headers = RecordBatches.headers(Unpooled.wrappedBuffer(records.records()));
        return headers.isEmpty() ? from : headers.get(headers.size() - 1).nextOffset();
    }

    private void write(OpenFile file, ByteBuffer records) {
        try {
            ByteBuffer left = records.duplicate();
            long needed = left.remaining();
            long free = Files.getFileStore(dir).getUsableSpace();
            if (free < needed) {
                throw new IOException(free + " bytes are free, " + needed + " are needed");
            }
            while (left.hasRemaining()) {
                file.channel().write(left);
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private Saved seal(Place place, OpenFile file, long from, Saved saved) {
        try {
            file.channel().force(true);
            String text = "mirror=" + place.id().mirror() + "\ntopic=" + place.topic() + "\ntopicId="
                    + place.id().topicId() + "\npartition=" + place.id().partition() + "\nfrom=" + from + "\nend="
                    + saved.end() + "\nbytes=" + saved.bytes() + "\n";
            Path manifest = file.path().resolveSibling(file.path().getFileName() + ".manifest");
            Path draft = manifest.resolveSibling(manifest.getFileName() + ".tmp");
            try (FileChannel channel = FileChannel.open(
                    draft, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
                channel.force(true);
            }
            Files.move(draft, manifest, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return saved;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static void close(OpenFile file) {
        try {
            file.channel().close();
        } catch (IOException e) {
            org.slf4j.LoggerFactory.getLogger(Salvage.class).warn("closing {} failed", file.path(), e);
        }
    }
}
