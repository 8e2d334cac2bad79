// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.fake.FakeSource;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.WireException;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SourceWatcherTest {
    private final FakeSource source = new FakeSource();
    private final EventQueue queue = new EventQueue("kmirrord-node");
    private final BlockingQueue<SourceView> views = new LinkedBlockingQueue<>();
    private final SourceWatcher watcher = new SourceWatcher(queue, source, Set::of, Duration.ofMillis(20), views::add);

    @AfterEach
    void close() {
        watcher.stop();
        queue.close();
    }

    private @Nullable Failure obstacle() throws InterruptedException {
        return Objects.requireNonNull(views.poll(10, TimeUnit.SECONDS), "a view")
                .obstacle();
    }

    @ParameterizedTest
    @CsvSource({
        "INCONSISTENT_CLUSTER_ID, SOURCE_OTHER_CLUSTER",
        "CLUSTER_AUTHORIZATION_FAILED, SOURCE_UNAUTHORIZED",
        "SASL_AUTHENTICATION_FAILED, SOURCE_UNAUTHORIZED",
        "UNSUPPORTED_VERSION, SOURCE_UNSUPPORTED",
        "INVALID_REQUEST, SOURCE_REFUSED",
    })
    void eachErrorThatDoesNotPassHasItsOwnCode(Errors error, FailureCode code) throws InterruptedException {
        source.refuseMetadata(WireException.found(error, "no: this cluster does not answer"));
        watcher.start();
        assertThat(obstacle()).isEqualTo(new Failure(code, "no: this cluster does not answer"));
        source.refuseMetadata(null);
        assertThat(obstacle()).isNull();
    }

    @Test
    void anErrorThatPassesIsNoObstacle() throws InterruptedException {
        source.refuseMetadata(new WireException(ErrorCategory.RETRY, "no broker answered", null));
        watcher.start();
        source.refuseMetadata(WireException.found(Errors.UNSUPPORTED_VERSION, "too old"));
        assertThat(obstacle()).isEqualTo(new Failure(FailureCode.SOURCE_UNSUPPORTED, "too old"));
    }

    @Test
    void anAnswerIsToAQuestionThatWasAskedAfterTheCall() throws Exception {
        CompletableFuture<ClusterMetadata> slow = new CompletableFuture<>();
        source.holdMetadata(slow);
        watcher.start();
        assertThat(Poll.until(Duration.ofSeconds(10), source::askedWhatIsHeld)).isTrue();
        CompletableFuture<Void> answer = watcher.answer();
        CompletableFuture<ClusterMetadata> next = new CompletableFuture<>();
        source.holdMetadata(next);
        slow.complete(new ClusterMetadata("first", Map.of(), List.of()));
        assertThat(Poll.until(Duration.ofSeconds(10), source::askedWhatIsHeld)).isTrue();
        assertThat(answer).isNotDone();
        next.complete(new ClusterMetadata("second", Map.of(), List.of()));
        answer.get(10, TimeUnit.SECONDS);
        assertThat(views).extracting(SourceView::clusterId).containsExactly("first", "second");
    }

    @Test
    void whatCannotBeReachedHasNotAnswered() throws Exception {
        CompletableFuture<ClusterMetadata> asked = new CompletableFuture<>();
        watcher.start();
        assertThat(Poll.until(Duration.ofSeconds(10), () -> !views.isEmpty())).isTrue();
        source.refuseMetadata(new WireException(ErrorCategory.RETRY, "no broker answered", null));
        CompletableFuture<Void> answer = watcher.answer();
        source.holdMetadata(asked);
        assertThat(Poll.until(Duration.ofSeconds(10), source::askedWhatIsHeld)).isTrue();
        asked.completeExceptionally(new WireException(ErrorCategory.RETRY, "connection reset", null));
        CompletableFuture<ClusterMetadata> again = new CompletableFuture<>();
        source.holdMetadata(again);
        assertThat(Poll.until(Duration.ofSeconds(10), source::askedWhatIsHeld)).isTrue();
        assertThat(answer).isNotDone();
        again.completeExceptionally(WireException.found(Errors.INCONSISTENT_CLUSTER_ID, "another cluster"));
        answer.get(10, TimeUnit.SECONDS);
        assertThat(views)
                .extracting(SourceView::obstacle)
                .contains(new Failure(FailureCode.SOURCE_OTHER_CLUSTER, "another cluster"));
    }
}
