// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class FenceBarrierTest {
    private final FenceView fences = new FenceView();
    private final FenceBarrier barrier = new FenceBarrier(fences);

    @Test
    void fewPassesRunAtOnceAndTheOffsetFollows() {
        long[] seen = {0};
        barrier.bringInForce(7, List.of(() -> seen[0] = fences.viewOffset()));
        assertThat(seen[0]).isEqualTo(-1);
        assertThat(fences.viewOffset()).isEqualTo(7);
    }

    @Test
    void manyPassesDoNotHoldTheCallerAndLaterOffsetsWaitForThem() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch last = new CountDownLatch(1);
        Runnable waits = () -> await(release);
        barrier.bringInForce(7, Collections.nCopies(FenceBarrier.MAX_INLINE + 1, waits));
        barrier.bringInForce(8, List.of());
        barrier.bringInForce(9, List.of(last::countDown));
        assertThat(fences.viewOffset()).isEqualTo(-1);
        release.countDown();
        assertThat(last.await(10, TimeUnit.SECONDS)).isTrue();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (fences.viewOffset() != 9 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(fences.viewOffset()).isEqualTo(9);
    }

    @Test
    void aPassThatFailsDoesNotStopTheOthers() {
        int[] ran = {0};
        barrier.bringInForce(
                7,
                List.of(
                        () -> {
                            throw new IllegalStateException("injected");
                        },
                        () -> ran[0]++));
        assertThat(ran[0]).isEqualTo(1);
        assertThat(fences.viewOffset()).isEqualTo(7);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
