// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.protocol.net.ByteBudget.Reservation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ByteBudgetTest {

    private final ByteBudget budget = new ByteBudget(100);

    @Test
    void thoseWhoFindNoRoomWaitInTheOrderOfAsking() {
        Reservation first = budget.reserve(80).join();
        CompletableFuture<Reservation> large = budget.reserve(60);
        CompletableFuture<Reservation> small = budget.reserve(10);
        assertThat(large).isNotDone();
        assertThat(small)
                .as("a small one must not overtake: large ones would starve")
                .isNotDone();
        assertThat(budget.waiting()).isEqualTo(2);
        first.release();
        assertThat(large).isCompleted();
        assertThat(small).isCompleted();
        assertThat(budget.reservedBytes()).isEqualTo(70);
    }

    @Test
    void anAnswerLargerThanReservedIsCountedAndHoldsUpOthers() {
        Reservation oversized = budget.reserve(50).join();
        oversized.resize(500);
        assertThat(budget.reservedBytes()).isEqualTo(500);
        CompletableFuture<Reservation> next = budget.reserve(1);
        assertThat(next).isNotDone();
        oversized.release();
        assertThat(next).isCompleted();
        assertThat(budget.reservedBytes()).isEqualTo(1);
    }

    @Test
    void anAnswerSmallerThanReservedGivesTheRestToOthers() {
        Reservation reservation = budget.reserve(100).join();
        CompletableFuture<Reservation> next = budget.reserve(90);
        reservation.resize(10);
        assertThat(next).isCompleted();
        assertThat(budget.reservedBytes()).isEqualTo(100);
    }

    @Test
    void releasingTwiceGivesBackOnce() {
        Reservation kept = budget.reserve(40).join();
        Reservation released = budget.reserve(40).join();
        released.release();
        released.release();
        released.resize(30);
        assertThat(budget.reservedBytes()).isEqualTo(40);
        kept.release();
        assertThat(budget.reservedBytes()).isZero();
    }

    @Test
    void whoLeavesTheQueueLetsOthersPass() {
        Reservation held = budget.reserve(50).join();
        CompletableFuture<Reservation> leaving = budget.reserve(60);
        CompletableFuture<Reservation> next = budget.reserve(50);
        leaving.cancel(false);
        assertThat(next).isCompleted();
        assertThat(budget.reservedBytes()).isEqualTo(100);
        held.release();
        assertThat(budget.waiting()).isZero();
    }

    @Test
    void impossibleSizesAreRefusedWithTheLimit() {
        assertThatThrownBy(() -> budget.reserve(101)).hasMessageContaining("1 to 100 (fetch.memory.bytes)");
        assertThatThrownBy(() -> budget.reserve(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ByteBudget(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void manyThreadsNeverTakeMoreThanTheLimitAndNoneIsForgotten() throws Exception {
        AtomicLong held = new AtomicLong();
        AtomicLong most = new AtomicLong();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            int bytes = 1 + i % 40;
            all.add(budget.reserve(bytes)
                    .thenAcceptAsync(
                            reservation -> {
                                most.accumulateAndGet(held.addAndGet(bytes), Math::max);
                                held.addAndGet(-bytes);
                                reservation.release();
                            },
                            threads));
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).get(60, TimeUnit.SECONDS);
        threads.shutdown();
        assertThat(most.get()).isBetween(1L, 100L);
        assertThat(budget.reservedBytes()).isZero();
    }
}
