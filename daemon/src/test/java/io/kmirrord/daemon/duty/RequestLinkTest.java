// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Asking over a state topic in memory. */
final class RequestLinkTest {
    private final FakeStateTopic topic = new FakeStateTopic();
    private final EventQueue queue = new EventQueue("kmirrord-duty");
    private final AtomicLong clock = new AtomicLong(1_000_000);
    private final RequestLink link = new RequestLink(queue, topic, topic, 7, clock::get);

    @AfterEach
    void close() {
        link.close();
        queue.close();
    }

    private RecordValue.EpochRequest request(int partition) {
        return new RecordValue.EpochRequest("orders", 5, new UUID(1, 2), Map.of(partition, 9), clock.get() + 30_000);
    }

    private List<RecordKey.Request> requests() {
        return topic.ask(view -> view.records().stream()
                .map(StateRecord::key)
                .filter(RecordKey.Request.class::isInstance)
                .map(RecordKey.Request.class::cast)
                .toList());
    }

    private void answer(RecordKey.Request key, String message) {
        topic.put(
                new RecordKey.RequestOutcome(key.mirror(), key.requestId()),
                new RecordValue.Outcome(true, message, 101, 0, Map.of()));
    }

    private static <T extends Throwable> T failure(CompletableFuture<?> future, Class<T> form) {
        CompletionException thrown = catchThrowableOfType(CompletionException.class, future::join);
        assertThat(thrown).hasCauseInstanceOf(form);
        return form.cast(Objects.requireNonNull(thrown.getCause()));
    }

    @Test
    void theOutcomeEndsTheRequestAndClearsItAway() {
        link.start();
        CompletableFuture<RecordValue.Outcome> asked = link.ask("m", request(0));
        assertThat(Poll.until(Duration.ofSeconds(10), () -> requests().size() == 1))
                .isTrue();
        answer(requests().get(0), "raised");
        assertThat(asked.join().message()).isEqualTo("raised");
        assertThat(Poll.until(Duration.ofSeconds(10), () -> requests().isEmpty()))
                .isTrue();
    }

    @Test
    void requestsOfOneTickGoOutInOneWrite() throws InterruptedException {
        link.start();
        CountDownLatch asked = new CountDownLatch(1);
        queue.post(() -> {
            for (int i = 0; i < 20; i++) {
                assertThat(link.ask("m", request(i))).isNotDone();
            }
            asked.countDown();
        });
        asked.await();
        assertThat(Poll.until(Duration.ofSeconds(10), () -> requests().size() == 20))
                .isTrue();
        assertThat(topic.writes()).hasSize(1);
    }

    @Test
    void whatNobodyAnswersExpiresAndIsClearedAway() {
        link.start();
        CompletableFuture<RecordValue.Outcome> asked = link.ask("m", request(0));
        assertThat(Poll.until(Duration.ofSeconds(10), () -> requests().size() == 1))
                .isTrue();
        clock.addAndGet(30_000);
        assertThat(failure(asked, RequestExpiredException.class))
                .hasMessageContainingAll("no daemon answered in time", "orders", "active controller");
        assertThat(Poll.until(Duration.ofSeconds(10), () -> requests().isEmpty()))
                .isTrue();
    }

    @Test
    void whatCannotBeWrittenOrIsClosedFails() {
        link.start();
        topic.refuse(new StateTopicException(StateTopicException.Reason.FENCED, "a newer writer"));
        assertThat(failure(link.ask("m", request(0)), StateTopicException.class).reason())
                .isEqualTo(StateTopicException.Reason.FENCED);
        topic.refuse(null);
        CompletableFuture<RecordValue.Outcome> open = link.ask("m", request(0));
        link.close();
        assertThat(failure(open, StateTopicException.class).reason()).isEqualTo(StateTopicException.Reason.CLOSED);
        assertThat(failure(link.ask("m", request(1)), StateTopicException.class).reason())
                .isEqualTo(StateTopicException.Reason.CLOSED);
    }

    @Test
    void aRequestOfTheCallersOwnWriteIsWaitedForToo() {
        link.start();
        RequestLink.Prepared prepared = link.expect("m", request(0));
        assertThat(topic.write(List.of(prepared.record()))).isCompleted();
        answer((RecordKey.Request) prepared.record().key(), "done");
        assertThat(prepared.outcome().join().message()).isEqualTo("done");
    }

    @Test
    void leftOversOfTheNodesPredecessorAreClearedAwayAndOthersAreNot() {
        topic.put(new RecordKey.Request("m", "7.999.1"), request(0));
        topic.put(new RecordKey.Request("m", "77.999.1"), request(0));
        link.start();
        assertThat(Poll.until(Duration.ofSeconds(10), () -> requests().size() == 1))
                .isTrue();
        assertThat(requests().get(0).requestId()).isEqualTo("77.999.1");
    }
}
