// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import io.kmirrord.testkit.cluster.KafkaNode;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import org.apache.kafka.common.protocol.Errors;

/** Produces to one broker by topic name without a pause, whoever leads, and counts the answers. */
final class Hammer implements AutoCloseable {
    private final KafkaNode node;
    private final String topic;
    private final IntSupplier partitions;
    private final Map<Errors, LongAdder> answers = new ConcurrentHashMap<>();
    private final Thread thread;
    private volatile boolean running = true;

    Hammer(KafkaNode node, String topic, IntSupplier partitions) {
        this.node = node;
        this.topic = topic;
        this.partitions = partitions;
        this.thread = new Thread(this::run, "hammer-" + node.id());
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long sent = 0;
        while (running) {
            try (RawProducer producer = new RawProducer(node.address())) {
                while (running) {
                    int partition = (int) (sent++ % partitions.getAsInt());
                    answers.computeIfAbsent(
                                    producer.send(topic, partition, -1, (short) -1, -1)
                                            .error(),
                                    e -> new LongAdder())
                            .increment();
                }
            } catch (IOException e) {
                Thread.onSpinWait(); // the broker is down or was killed: try again
            }
        }
    }

    long count(Errors error) {
        LongAdder counted = answers.get(error);
        return counted == null ? 0 : counted.sum();
    }

    @Override
    public String toString() {
        return "node " + node.id() + ": " + answers;
    }

    @Override
    public void close() {
        running = false;
        try {
            thread.join(60_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
