// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.kafka.server.common.OffsetAndEpoch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** F2 on the broker's own log and epochs. */
final class EpochEndTest {
    private static final int ABOVE = 1 << 20;

    @TempDir
    private Path dir;

    private RealLog real;

    @BeforeEach
    void open() throws IOException {
        real = new RealLog(dir, "orders");
    }

    @AfterEach
    void close() {
        real.close();
    }

    @Test
    void f2AnEpochAboveAllOthersEndsWhereTheHighestDoes() {
        real.mirrored(2, 50, 0);
        real.mirrored(3, 50, 3);
        assertThat(real.log.endOffsetForEpoch(ABOVE)).as("stock Kafka").isEmpty();
        assertThat(EpochEnd.of(real.log, ABOVE)).contains(new OffsetAndEpoch(6, 3));
    }

    @Test
    void anEpochThatCameInTheMeantimeIsAskedForAgain() {
        real.mirrored(2, 50, 0);
        real.mirrored(ABOVE, 50, 3);
        assertThat(EpochEnd.of(real.log, ABOVE)).contains(new OffsetAndEpoch(6, ABOVE));
        assertThat(EpochEnd.of(real.log, ABOVE - 1)).contains(new OffsetAndEpoch(3, 2));
    }

    @Test
    void whereThereIsNoEpochThereIsNoAnswer() {
        assertThat(EpochEnd.of(real.log, ABOVE)).isEmpty();
        real.mirrored(2, 50, 0);
        assertThat(EpochEnd.of(real.log, -1)).isEmpty();
    }
}
