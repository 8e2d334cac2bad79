// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.daemon.fake.FakeBatch;
import io.kmirrord.daemon.fake.FakeBridge;
import io.kmirrord.daemon.salvage.SalvageStore;
import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.SalvageReason;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statetopic.SalvageManifest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SalvageTest {
    private static final Place PLACE = new Place(new PartitionId("west", new UUID(1, 2), 0), "orders");
    private static final List<FakeBatch> LOG =
            List.of(FakeBatch.of(60, 5, 3), FakeBatch.of(65, 1, 3), FakeBatch.of(70, 4, 4));
    private static final int BYTES = LOG.stream().mapToInt(FakeBatch::size).sum();

    @TempDir
    Path dir;

    private final FakeBridge bridge = new FakeBridge();
    private final AtomicLong free = new AtomicLong(1L << 40);
    private final AtomicInteger told = new AtomicInteger();
    private final List<Long> readFrom = new ArrayList<>();
    private SalvageStore store;
    private Salvage salvage;

    @BeforeEach
    void make() {
        store = new SalvageStore(dir, new SalvageStore.Owner(1, "host-1"), folder -> free.get(), () -> 7);
        salvage = new Salvage(store, told::incrementAndGet, new BridgeEffects(bridge), Runnable::run);
        bridge.rule(request -> request instanceof Request.Read read ? batchAt(read.offset()) : null);
    }

    /** One batch to an answer, so that a salvage takes several. */
    private Response.@Nullable Records batchAt(long offset) {
        readFrom.add(offset);
        ByteBuffer found = LOG.stream()
                .filter(batch -> batch.nextOffset() > offset)
                .findFirst()
                .map(batch -> ByteBuffer.wrap(batch.bytes()))
                .orElse(ByteBuffer.allocate(0));
        return new Response.Records(74, 74, found);
    }

    private Salvage.Saved save(long from) {
        return salvage.save(
                        PLACE,
                        new Effect.Salvage(new EffectId(17, 12, 7), from, BYTES, SalvageReason.ULE_RECOVERY),
                        "cluster-a")
                .join();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> walk = Files.walk(dir)) {
            return walk.filter(Files::isRegularFile).toList();
        }
    }

    private static void isSalvageFailure(Throwable thrown, String... texts) {
        assertThat(thrown).isInstanceOf(CompletionException.class).hasRootCauseInstanceOf(EffectFailure.class);
        EffectFailure failure = (EffectFailure) Objects.requireNonNull(thrown.getCause());
        assertThat(failure.failure().code()).isEqualTo(FailureCode.SALVAGE_FAILED);
        assertThat(failure.failure().detail()).contains(texts);
    }

    @Test
    void everyBatchIsSavedAsItLiesInTheLog() throws IOException {
        assertThat(salvage.measure(PLACE, 60).join()).isEqualTo(BYTES);
        assertThat(save(60)).isEqualTo(new Salvage.Saved(74, 10, BYTES));
        SalvageManifest manifest = store.list().get(0);
        ByteBuffer log = ByteBuffer.allocate(BYTES);
        LOG.forEach(batch -> log.put(batch.bytes()));
        assertThat(Path.of(manifest.value().path())).hasBinaryContent(log.array());
        assertThat(manifest.value().batches()).isEqualTo(3);
        assertThat(manifest.value().records()).isEqualTo(10);
        assertThat(manifest.value().endOffset()).isEqualTo(74);
        assertThat(manifest.value().reason()).isEqualTo(SalvageReason.ULE_RECOVERY);
        assertThat(told).hasValue(1);
    }

    @Test
    void nothingToSaveLeavesNoFiles() throws IOException {
        assertThat(save(74)).isEqualTo(new Salvage.Saved(74, 0, 0));
        assertThat(files()).isEmpty();
        assertThat(told).hasValue(0);
    }

    @Test
    void aFullDiskFailsTheCutBeforeTheLogIsRead() throws IOException {
        free.set(1_000);
        assertThatThrownBy(() -> save(60))
                .satisfies(thrown -> isSalvageFailure(thrown, dir.toString(), "1000 bytes are free", "" + BYTES));
        assertThat(readFrom).isEmpty();
        assertThat(files()).isEmpty();
        free.set(1L << 40);
        assertThat(save(60).bytes()).isEqualTo(BYTES);
    }

    @Test
    void aDiskThatFillsMeanwhileLeavesNothingBehind() throws IOException {
        bridge.rule(request -> {
            if (request instanceof Request.Read read && read.offset() > 60) {
                free.set(0);
            }
            return request instanceof Request.Read read ? batchAt(read.offset()) : null;
        });
        assertThatThrownBy(() -> save(60)).satisfies(thrown -> isSalvageFailure(thrown, "0 bytes are free"));
        assertThat(files()).isEmpty();
        assertThat(told).hasValue(0);
    }

    /** Taken for the end of the log, it would let the cut remove what was not saved. */
    @Test
    void anAnswerWithoutProgressIsNotTheEndOfTheLog() throws IOException {
        bridge.rule(request -> request instanceof Request.Read read
                ? read.offset() >= 66 ? new Response.Records(74, 74, ByteBuffer.allocate(0)) : batchAt(read.offset())
                : null);
        assertThatThrownBy(() -> save(60)).satisfies(thrown -> isSalvageFailure(thrown, "ends at 74", "from 66 on"));
        assertThatThrownBy(() -> salvage.measure(PLACE, 60).join())
                .satisfies(thrown -> isSalvageFailure(thrown, "from 66 on"));
        assertThat(files()).isEmpty();
    }
}
