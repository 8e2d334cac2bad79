// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.Health;
import io.kmirrord.statetopic.StateStats;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import io.kmirrord.statetopic.kafka.Threads;
import io.kmirrord.statetopic.topic.PreparedTopic;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The client, once its thread reads. */
final class KafkaStateTopic implements StateTopic {
    private static final Set<Integer> ALL =
            IntStream.range(0, StatePartitions.COUNT).boxed().collect(Collectors.toUnmodifiableSet());

    private static final Logger LOG = LoggerFactory.getLogger(KafkaStateTopic.class);
    private static final Duration CLOSE = Duration.ofSeconds(1);

    private final PreparedTopic topic;
    private final Duration timeout;
    private final ViewThread thread;
    private final LogReader reader;
    private final Lookout lookout;
    private final Intake intake;
    private final Thread runner;
    private volatile boolean closed;

    KafkaStateTopic(
            PreparedTopic topic,
            Duration timeout,
            ViewThread thread,
            LogReader reader,
            Lookout lookout,
            Intake intake,
            Thread runner) {
        this.topic = topic;
        this.timeout = timeout;
        this.thread = thread;
        this.reader = reader;
        this.lookout = lookout;
        this.intake = intake;
        this.runner = runner;
    }

    boolean isClosed() {
        return closed;
    }

    static StateTopicException closedException() {
        return new StateTopicException(Reason.CLOSED, "the client of the state topic was closed");
    }

    @Override
    public <T> CompletableFuture<T> read(Function<StateView, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        execute(answer, () -> answer(question, answer));
        return answer;
    }

    private <T> void answer(Function<StateView, T> question, CompletableFuture<T> answer) {
        try {
            answer.complete(question.apply(intake.view()));
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    /** A task may run after the close, or not at all: either way its answer must come. */
    private void execute(CompletableFuture<?> answer, Runnable task) {
        thread.execute(() -> {
            if (closed) {
                answer.completeExceptionally(closedException());
            } else {
                task.run();
            }
        });
        if (closed) {
            answer.completeExceptionally(closedException());
        }
    }

    @Override
    public <T> CompletableFuture<T> readToEnd(Function<StateView, T> question) {
        return readToEnd(ALL, question);
    }

    @Override
    public <T> CompletableFuture<T> readToEnd(Set<Integer> statePartitions, Function<StateView, T> question) {
        Set<Integer> partitions = Set.copyOf(statePartitions);
        CompletableFuture<T> answer = new CompletableFuture<>();
        if (!ALL.containsAll(partitions)) {
            answer.completeExceptionally(new StateTopicException(
                    Reason.INVALID, "partitions " + partitions + "; accepted: 0 to " + (StatePartitions.COUNT - 1)));
            return answer;
        }
        long deadlineMs = ViewThread.nowMs() + timeout.toMillis();
        Barrier barrier = new Barrier(partitions, deadlineMs, failure -> {
            if (failure == null) {
                answer(question, answer);
            } else {
                answer.completeExceptionally(failure);
            }
        });
        execute(answer, () -> thread.await(barrier, partitions));
        return answer;
    }

    @Override
    public void listen(Listener listener) {
        thread.execute(() -> thread.listen(listener));
    }

    @Override
    public Health health() {
        return thread.health();
    }

    @Override
    public Uuid topicId() {
        return topic.id();
    }

    @Override
    public String clusterId() {
        return topic.clusterId();
    }

    @Override
    public CompletableFuture<Map<Integer, Integer>> leaders() {
        return lookout.leaders();
    }

    @Override
    public StateStats stats() {
        return new StateStats(
                intake.read(), intake.unreadable(), intake.lastUnreadable(), reader.read(), topic.warnings());
    }

    @Override
    public void close() {
        closed = true;
        thread.execute(() -> {});
        if (!Threads.join(runner, CLOSE)) {
            LOG.debug("The view's thread ends on its own");
        }
    }
}
