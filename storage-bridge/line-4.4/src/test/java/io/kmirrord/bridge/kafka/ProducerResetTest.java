// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.kafka.line44.Line44;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.kafka.storage.internals.log.ProducerStateEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** C3 on the broker's own log and producer state. */
final class ProducerResetTest {
    private static final int SOURCE_EPOCH = 3;
    private static final int STOP_EPOCH = 1 << 20;
    private static final long LONG_AGO = 1_000;

    @TempDir
    private Path dir;

    private final LogLine line = new Line44().log();
    private RealLog real;

    @BeforeEach
    void open() throws IOException {
        real = new RealLog(dir, "orders");
    }

    @AfterEach
    void close() {
        real.close();
    }

    private ProducerReset.Outcome reset() {
        return ProducerReset.run(real.log, STOP_EPOCH, line);
    }

    @Test
    void aRepetitionOfAMirroredBatchIsLostWithoutAReset() {
        real.mirrored(SOURCE_EPOCH, 50, 0);
        assertThat(real.client(STOP_EPOCH, 50, 0).firstOffset()).isEqualTo(0);
        assertThat(real.log.logEndOffset()).isEqualTo(3);
    }

    @Test
    void c3ForgetsProducersOfTheMirroredPart() {
        real.mirrored(SOURCE_EPOCH, 50, 0);
        real.mirrored(SOURCE_EPOCH, 51, 0);
        real.mark(STOP_EPOCH, System.currentTimeMillis());
        assertThat(reset()).isEqualTo(new ProducerReset.Outcome(6, 2, 0));
        assertThat(real.log.producerIdCount()).isZero();
        assertThat(real.client(STOP_EPOCH, 50, 0).firstOffset()).isEqualTo(7);
    }

    @Test
    void c3ForgetsTheMirroredBatchesOfAProducerThatAlsoWroteHere() {
        real.mirrored(SOURCE_EPOCH, 50, 0);
        real.mirrored(SOURCE_EPOCH, 50, 3);
        real.mirrored(SOURCE_EPOCH, 50, 6);
        real.mark(STOP_EPOCH, System.currentTimeMillis());
        real.mirrored(STOP_EPOCH, 50, 0); // as a follower gets the first local batch [10..12]
        assertThat(reset()).isEqualTo(new ProducerReset.Outcome(9, 0, 1));
        assertThat(real.client(STOP_EPOCH, 50, 3).firstOffset()).isEqualTo(13);
        assertThat(real.client(STOP_EPOCH, 50, 0).firstOffset()).isEqualTo(10);
    }

    @Test
    void f6LiveLocalProducersAreNotForgotten() {
        real.mirrored(SOURCE_EPOCH, 50, 0);
        real.mark(STOP_EPOCH, System.currentTimeMillis());
        real.client(STOP_EPOCH, 60, 0);
        assertThat(reset().forgotten()).isEqualTo(1);
        assertThat(real.client(STOP_EPOCH, 60, 0).firstOffset()).isEqualTo(4);
        assertThat(real.log.logEndOffset()).isEqualTo(7);
    }

    @Test
    void aSecondResetChangesNothing() {
        real.mirrored(SOURCE_EPOCH, 50, 0);
        real.mark(STOP_EPOCH, System.currentTimeMillis());
        real.client(STOP_EPOCH, 50, 0);
        reset();
        assertThat(reset()).isEqualTo(new ProducerReset.Outcome(3, 0, 0));
    }

    @Test
    void aProducerWithAnOpenTransactionStays() {
        real.mark(STOP_EPOCH, LONG_AGO);
        real.mirroredTransaction(STOP_EPOCH, 70, (short) 1, false, 0);
        assertThat(reset().forgotten()).isZero();
        ProducerStateEntry entry = Objects.requireNonNull(
                real.log.producerStateManager().activeProducers().get(70L));
        assertThat(entry.currentTxnFirstOffset()).hasValue(1);
    }

    @Test
    void f9MirroredEntriesWithoutBatchesGo() {
        real.mirroredTransaction(SOURCE_EPOCH, 80, (short) 4, false, 0);
        real.mirroredMarker(SOURCE_EPOCH, 80, (short) 5, LONG_AGO);
        real.mark(STOP_EPOCH, LONG_AGO + 1);
        assertThat(reset().forgotten()).isEqualTo(1);
        assertThat(real.client(STOP_EPOCH, 80, 0).firstOffset()).isEqualTo(5);
    }

    @Test
    void localEntriesWithoutBatchesStay() {
        real.mark(STOP_EPOCH, LONG_AGO);
        real.mirroredTransaction(STOP_EPOCH, 81, (short) 4, false, 0);
        real.mirroredMarker(STOP_EPOCH, 81, (short) 5, LONG_AGO + 1);
        assertThat(reset().forgotten()).isZero();
        assertThat(real.log.producerStateManager().activeProducers()).containsKey(81L);
    }

    @Test
    void entriesWithoutBatchesGoWhereTheMarkCannotBeRead() {
        real.mirroredTransaction(SOURCE_EPOCH, 80, (short) 4, false, 0);
        real.mirroredMarker(SOURCE_EPOCH, 80, (short) 5, System.currentTimeMillis());
        assertThat(reset()).isEqualTo(new ProducerReset.Outcome(4, 1, 0));
    }

    @Test
    void withoutAStopNothingIsForgotten() {
        real.mirrored(SOURCE_EPOCH, 50, 0);
        assertThat(ProducerReset.run(real.log, -1, line).forgotten()).isZero();
        assertThat(real.log.producerIdCount()).isEqualTo(1);
    }

    @Test
    void theNewestTimestampIsThatOfAnyProducer() {
        assertThat(ProducerReset.newestTimestamp(real.log)).isEqualTo(-1);
        long ahead = System.currentTimeMillis() + 3_600_000;
        real.mirroredTransaction(SOURCE_EPOCH, 80, (short) 4, true, ahead);
        real.mirrored(SOURCE_EPOCH, 50, 0);
        assertThat(ProducerReset.newestTimestamp(real.log)).isEqualTo(ahead);
    }
}
