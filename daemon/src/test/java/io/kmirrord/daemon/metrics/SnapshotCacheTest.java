// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class SnapshotCacheTest {
    private final ManualClock clock = new ManualClock();
    private final Deque<CompletableFuture<DaemonSnapshot>> answers = new ArrayDeque<>();
    private final List<CompletableFuture<DaemonSnapshot>> asked = new ArrayList<>();
    private final SnapshotCache cache = new SnapshotCache(this::next, clock, Duration.ofMillis(1));

    private CompletableFuture<DaemonSnapshot> next() {
        CompletableFuture<DaemonSnapshot> answer = answers.remove();
        asked.add(answer);
        return answer;
    }

    @Test
    void theEngineIsAskedOnceASecondAtMost() {
        answers.add(CompletableFuture.completedFuture(Samples.BUSY));
        answers.add(CompletableFuture.completedFuture(DaemonSnapshot.NONE));
        assertThat(cache.current().snapshot()).isEqualTo(Samples.BUSY);
        clock.advance(Duration.ofMillis(999));
        assertThat(cache.current().snapshot()).isEqualTo(Samples.BUSY);
        clock.advance(Duration.ofMillis(1));
        assertThat(cache.current().snapshot()).isEqualTo(DaemonSnapshot.NONE);
        assertThat(asked).hasSize(2);
    }

    @Test
    void anUnansweredQuestionIsNotAskedAgainAndItsLateAnswerCounts() {
        CompletableFuture<DaemonSnapshot> late = new CompletableFuture<>();
        answers.add(late);
        assertThat(cache.current().snapshot()).isEqualTo(DaemonSnapshot.NONE);
        clock.advance(Duration.ofSeconds(5));
        assertThat(cache.current().age()).isEqualTo(Duration.ofSeconds(5));
        assertThat(asked).hasSize(1);
        late.complete(Samples.BUSY);
        assertThat(cache.current()).isEqualTo(new SnapshotCache.Reading(Samples.BUSY, Duration.ZERO));
        assertThat(asked).hasSize(1);
    }

    @Test
    void afterAFailureTheOldStateStandsAndTheNextCallAsksAgain() {
        answers.add(CompletableFuture.completedFuture(Samples.BUSY));
        answers.add(CompletableFuture.failedFuture(new IllegalStateException("a shard is closed")));
        answers.add(CompletableFuture.completedFuture(DaemonSnapshot.NONE));
        cache.current();
        clock.advance(Duration.ofSeconds(2));
        assertThat(cache.current()).isEqualTo(new SnapshotCache.Reading(Samples.BUSY, Duration.ofSeconds(2)));
        assertThat(cache.current().snapshot()).isEqualTo(DaemonSnapshot.NONE);
    }
}
