// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.writer;

import io.kmirrord.statemachine.codec.StateCodec;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.Health;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import io.kmirrord.statetopic.StateWriter;
import io.kmirrord.statetopic.kafka.ClientSettings;
import io.kmirrord.statetopic.kafka.Problems;
import io.kmirrord.statetopic.kafka.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Queues writes for a thread that delivers them. */
public final class QueuedWriter implements StateWriter {
    private static final Logger LOG = LoggerFactory.getLogger(QueuedWriter.class);
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final StateCodec codec = new StateCodec();
    private final String name;
    private final String topicName;
    private final Supplier<Health> health;
    private final Delivery delivery;
    private final WriteQueue queue;
    private final Thread runner;
    private volatile boolean fenced;
    private List<Pending> inHand = List.of();

    private QueuedWriter(String name, String topicName, Supplier<Health> health, Delivery delivery) {
        this.name = name;
        this.topicName = topicName;
        this.health = health;
        this.delivery = delivery;
        this.queue = new WriteQueue(delivery.maxWrites());
        this.runner = Threads.start("kmirrord-state-writer", this::run);
    }

    /** See {@link StateWriter#transactional}. */
    public static StateWriter transactional(StateTopicConfig config, StateTopic topic, int nodeId) {
        int timeoutMs = ClientSettings.transactionTimeoutMs(ThreadLocalRandom.current());
        Map<String, Object> settings = ClientSettings.transactionalProducer(config, nodeId, timeoutMs);
        Ownership ownership = new TimeoutOwnership(config, nodeId, timeoutMs);
        return new QueuedWriter(
                "as " + ClientSettings.transactionalId(config, nodeId),
                config.stateTopic(),
                topic::health,
                new TransactionalDelivery(() -> new KafkaProducer<>(settings), ownership, config));
    }

    /** See {@link StateWriter#plain}. */
    public static StateWriter plain(StateTopicConfig config, StateTopic topic) {
        return new QueuedWriter(
                "of a tool",
                config.stateTopic(),
                topic::health,
                new PlainDelivery(() -> new KafkaProducer<>(ClientSettings.plainProducer(config)), config));
    }

    @Override
    public CompletableFuture<Void> write(List<StateRecord> records) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        try {
            Pending pending = new Pending(Encoded.of(records, topicName, codec), done);
            if (!queue.offer(pending)) {
                done.completeExceptionally(fenced ? fencedException() : closed());
            }
        } catch (StateTopicException e) {
            done.completeExceptionally(e);
        }
        return done;
    }

    @Override
    public boolean isFenced() {
        return fenced;
    }

    private void run() {
        try {
            deliver(List.of());
            while (!fenced) {
                inHand = queue.take();
                if (inHand.isEmpty()) {
                    return;
                }
                deliver(inHand);
            }
        } catch (InterruptException e) {
            LOG.debug("The writer {} was closed amid a write", name, e);
        } catch (RuntimeException e) {
            LOG.error("The writer {} of the state topic ends by a defect of its own", name, e);
        } finally {
            queue.close();
            StateTopicException why = fenced ? fencedException() : closed();
            fail(inHand, why);
            fail(queue.rest(), why);
            delivery.close();
        }
    }

    /** Delivers a group, however often it takes. Each future is completed when it returns, unless the writer was closed. */
    private void deliver(List<Pending> group) {
        List<ProducerRecord<byte[], byte[]>> records =
                group.stream().flatMap(pending -> pending.records().stream()).toList();
        Retry retry = new Retry();
        while (true) {
            if (health.get().state() == Health.State.LOST) {
                fail(group, new StateTopicException(Reason.LOST, health.get().text()));
                return;
            }
            Attempt attempt = delivery.attempt(records);
            if (attempt instanceof Attempt.Done) {
                group.forEach(pending -> pending.done().complete(null));
                return;
            }
            if (attempt instanceof Attempt.Fenced) {
                fenced = true;
                LOG.error("{}", fencedException().getMessage());
                fail(group, fencedException());
                return;
            }
            if (attempt instanceof Attempt.Refused it) {
                refuse(group, it.failure());
                return;
            }
            if (attempt instanceof Attempt.Again it && !again(group, retry, it.cause())) {
                return;
            }
        }
    }

    /** One write may be the reason why all were refused: each is tried alone then. */
    private void refuse(List<Pending> group, StateTopicException failure) {
        if (group.size() > 1) {
            group.forEach(pending -> deliver(List.of(pending)));
        } else if (group.isEmpty()) {
            LOG.warn("The writer of the state topic is not ready; it tries again with the first write", failure);
        } else {
            fail(group, failure);
        }
    }

    private boolean again(List<Pending> group, Retry retry, Throwable cause) {
        if (retry.isFirst()) {
            LOG.warn("{} writes to the state topic are tried again: {}", group.size(), Problems.text(cause));
        }
        if (queue.awaitClose(retry.next())) {
            fail(group, closed());
            return false;
        }
        return true;
    }

    private static void fail(List<Pending> group, StateTopicException why) {
        group.forEach(pending -> pending.done().completeExceptionally(why));
    }

    private static StateTopicException closed() {
        return new StateTopicException(Reason.CLOSED, "the writer of the state topic was closed");
    }

    private StateTopicException fencedException() {
        return new StateTopicException(
                Reason.FENCED,
                "another writer " + name + " of topic " + topicName
                        + " took over: two daemons run for the same node. Stop "
                        + "one of them; if this one is to stay, restart it after that");
    }

    @Override
    public void close() {
        queue.close();
        if (!Threads.join(runner, GRACE)) {
            runner.interrupt();
            if (!Threads.join(runner, GRACE)) {
                LOG.warn("The writer {} does not end", name);
            }
        }
    }
}
