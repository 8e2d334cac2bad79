// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.Health;
import io.kmirrord.statetopic.StateTopic.Listener;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the view's thread does in turns. Confined to it, but for {@link #execute} and {@link #health}. */
final class ViewThread {
    private static final Logger LOG = LoggerFactory.getLogger(ViewThread.class);
    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(200);
    private static final long LOOK_EVERY_MS = 2_000;
    private static final long LOOK_AGAIN_MS = 300;

    private final LogReader reader;
    private final Lookout lookout;
    private final HealthJudge judge;
    private final Intake intake;
    private final Inbox inbox = new Inbox();
    private final Barriers barriers = new Barriers();
    private final List<Listener> listeners = new ArrayList<>();
    private volatile Health health = Health.HEALTHY;
    private String lastFailure = "";
    private boolean looking;
    private boolean vanished;
    private long nextLookMs;

    ViewThread(LogReader reader, Lookout lookout, HealthJudge judge, Intake intake) {
        this.reader = reader;
        this.lookout = lookout;
        this.judge = judge;
        this.intake = intake;
        this.nextLookMs = nowMs() + LOOK_EVERY_MS;
    }

    static long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    Health health() {
        return health;
    }

    /** Has a task run on the view's thread, soon. */
    void execute(Runnable task) {
        inbox.add(task);
        reader.wakeup();
    }

    void listen(Listener listener) {
        listeners.add(listener);
        tell(listener, it -> it.changed(intake.view(), List.of()));
        tell(listener, it -> it.health(health));
    }

    void await(Barrier barrier, Set<Integer> partitions) {
        if (health.state() == Health.State.LOST) {
            barrier.done(lost());
            return;
        }
        barriers.add(barrier, partitions);
    }

    /** Runs the tasks that wait, reads for a moment, and looks after the topic from time to time. */
    void turn() {
        inbox.drain();
        if (vanished || health.state() == Health.State.LOST) {
            inbox.await(POLL);
        } else {
            read();
            askForEnds();
            barriers.check(reader.read(), nowMs());
        }
        if (!looking && nowMs() >= nextLookMs && health.state() != Health.State.LOST) {
            look();
        }
    }

    private void read() {
        LogReader.Turn turn = reader.turn(POLL);
        List<StateRecord> records = intake.take(turn.records());
        reader.advance();
        if (!records.isEmpty()) {
            StateView view = intake.view();
            listeners.forEach(listener -> tell(listener, it -> it.changed(view, records)));
        }
        turn.vanished().ifPresent(text -> {
            LOG.error("State topic: {}", text);
            judge.positionVanished(text);
            vanished = true;
            nextLookMs = nowMs();
        });
        turn.failure().ifPresentOrElse(this::failed, () -> lastFailure = "");
    }

    private void failed(String text) {
        if (!text.equals(lastFailure)) {
            LOG.warn("The state topic was not read, trying again: {}", text);
            lastFailure = text;
        }
        inbox.await(AFTER_FAILURE);
    }

    private void askForEnds() {
        Set<Integer> ask = barriers.toAsk();
        if (ask.isEmpty()) {
            return;
        }
        lookout.listOffsets(ask, OffsetSpec.latest()).forEach(this::whenAnswered);
    }

    private void whenAnswered(int partition, CompletableFuture<Long> answer) {
        CompletableFuture<Long> unused = answer.whenComplete((end, error) -> execute(() -> {
            if (error == null) {
                barriers.answered(partition, end);
            } else {
                barriers.refused(partition, lookout.problem(error));
            }
        }));
    }

    private void look() {
        looking = true;
        CompletableFuture<Void> unused = lookout.look(reader.read())
                .thenAccept(seen -> execute(() -> {
                    looking = false;
                    judge(seen);
                    nextLookMs = nowMs() + (judge.inDoubt() ? LOOK_AGAIN_MS : LOOK_EVERY_MS);
                }));
    }

    private void judge(Sighting seen) {
        Health before = health;
        health = judge.judge(seen, nowMs());
        if (health.equals(before)) {
            return;
        }
        if (health.isHealthy()) {
            LOG.info("The state topic is readable again");
        } else {
            LOG.warn("The state topic is {}: {}", health.state(), health.text());
        }
        if (health.state() == Health.State.LOST) {
            barriers.failAll(lost());
        }
        listeners.forEach(listener -> tell(listener, it -> it.health(health)));
    }

    private StateTopicException lost() {
        return new StateTopicException(Reason.LOST, health.text());
    }

    private static void tell(Listener listener, Consumer<Listener> call) {
        try {
            call.accept(listener);
        } catch (RuntimeException e) {
            LOG.error("A listener of the state topic failed: {}", listener, e);
        }
    }

    /** Fails what is asked and not answered; questions that still wait in the inbox find out by themselves. */
    void end(StateTopicException why) {
        inbox.drain();
        barriers.failAll(why);
    }
}
