// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.BodyBuffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    private static final int PAGE = MemoryBudget.PAGE_BYTES;
    private final AtomicInteger releases = new AtomicInteger();
    private final AtomicInteger exhausted = new AtomicInteger();

    private MemoryBudget budget(long bytes, int maxFrame) {
        return new MemoryBudget(bytes, maxFrame, releases::incrementAndGet, exhausted::incrementAndGet);
    }

    @Test
    void lentRangesNeverOverlapAndTheirSumNeverExceedsTheBudget() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            MemoryBudget budget = budget(2_500_000, 1_000_000);
            List<BodyBuffer> lent = new ArrayList<>();
            List<Integer> marks = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                BodyBuffer body = random.nextBoolean() ? budget.take(PAGE + 1 + random.nextInt(200_000)) : null;
                if (body != null) {
                    fill(body.buffer(), i);
                    lent.add(body);
                    marks.add(i);
                } else if (!lent.isEmpty()) {
                    int at = random.nextInt(lent.size());
                    check(lent.get(at).buffer(), marks.remove(at));
                    lent.remove(at).release();
                }
                assertThat(budget.inUseBytes()).isLessThanOrEqualTo(budget.committedBytes());
                assertThat(budget.committedBytes()).isLessThanOrEqualTo(2_500_000);
            }
            lent.forEach(BodyBuffer::release);
            assertThat(budget.inUseBytes()).isZero();
            // Nothing is left in pieces: the largest frame fits again, in both whole slabs.
            assertThat(budget.take(1_000_000)).isNotNull();
            assertThat(budget.take(1_000_000)).isNotNull();
            assertThat(budget.take(1_000_000)).isNull();
        }
    }

    private static void fill(ByteBuffer buffer, int mark) {
        buffer.putInt(0, mark);
        buffer.putInt(buffer.limit() - Integer.BYTES, mark);
    }

    private static void check(ByteBuffer buffer, int mark) {
        assertThat(buffer.getInt(0)).isEqualTo(mark);
        assertThat(buffer.getInt(buffer.limit() - Integer.BYTES)).isEqualTo(mark);
    }

    @Test
    void aSecondReleaseIsANoOp() {
        MemoryBudget budget = budget(1 << 20, 1 << 20);
        BodyBuffer first = Objects.requireNonNull(budget.take(10_000));
        assertThat(budget.take(10_000)).isNotNull();
        first.release();
        first.release();
        assertThat(budget.inUseBytes()).isEqualTo(3 * PAGE);
        assertThat(releases).hasValue(1);
    }

    @Test
    void smallBodiesAreOnTheHeapAndNeverRefused() {
        MemoryBudget budget = budget(1 << 20, 1 << 20);
        assertThat(budget.take(1 << 20)).isNotNull();
        BodyBuffer small = Objects.requireNonNull(budget.take(PAGE));
        assertThat(small.buffer().isDirect()).isFalse();
        assertThat(budget.inUseBytes()).isEqualTo(1 << 20);
    }

    @Test
    void nothingIsCommittedBeforeItIsNeeded() {
        assertThat(budget(1L << 40, 1 << 20).committedBytes()).isZero();
    }

    @Test
    void directMemoryThatTheJvmRefusesIsToldAndWaitedFor() {
        // Larger than -XX:MaxDirectMemorySize, which is -Xmx by default.
        int tooMuch = (int)
                Math.min(Integer.MAX_VALUE - 2L * PAGE, Runtime.getRuntime().maxMemory() + (1 << 20));
        MemoryBudget budget = budget(1L << 40, tooMuch);
        assertThat(budget.take(100_000)).isNull();
        assertThat(exhausted).hasValue(1);
        assertThat(budget.committedBytes()).isZero();
    }
}
