// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.progress;

import io.kmirrord.statetopic.PartitionProgress;
import io.kmirrord.statetopic.ProgressWriter;
import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.codec.ProgressCodec;
import io.kmirrord.statetopic.kafka.ClientSettings;
import io.kmirrord.statetopic.kafka.Problems;
import io.kmirrord.statetopic.kafka.Threads;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A short queue and a thread: Kafka's producer may block where it is called. */
public final class KafkaProgressWriter implements ProgressWriter {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaProgressWriter.class);
    private static final int MAX_RECORD_BYTES = 190_000;
    private static final int MAX_CALLS_WAITING = 100;
    private static final Duration GRACE = Duration.ofSeconds(1);

    private record Figures(int nodeId, List<PartitionProgress> partitions) {}

    /** What ends the thread. */
    private static final Figures END = new Figures(-1, List.of());

    private final ProgressCodec codec = new ProgressCodec();
    private final BlockingQueue<Figures> queue = new LinkedBlockingQueue<>(MAX_CALLS_WAITING);
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicBoolean failing = new AtomicBoolean();
    private final StateTopicConfig config;
    private final Thread runner;
    private volatile boolean closed;

    public KafkaProgressWriter(StateTopicConfig config) {
        this.config = config;
        this.runner = Threads.start("kmirrord-progress-writer", this::run);
    }

    @Override
    public void write(int nodeId, List<PartitionProgress> changed) {
        if (!changed.isEmpty() && (closed || !queue.offer(new Figures(nodeId, List.copyOf(changed))))) {
            dropped.addAndGet(changed.size());
        }
    }

    @Override
    public long dropped() {
        return dropped.get();
    }

    private void run() {
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(ClientSettings.progressProducer(config))) {
            while (true) {
                Figures figures = queue.take();
                if (figures.equals(END)) {
                    producer.flush();
                    return;
                }
                send(producer, figures);
            }
        } catch (InterruptedException e) {
            LOG.debug("Closed amid a write of progress", e);
        } catch (RuntimeException e) {
            LOG.warn("Progress is not written any more", e);
        } finally {
            closed = true;
        }
    }

    private void send(Producer<byte[], byte[]> producer, Figures figures) {
        byte[] key = Integer.toString(figures.nodeId()).getBytes(StandardCharsets.UTF_8);
        for (byte[] value : codec.encode(figures.nodeId(), figures.partitions(), MAX_RECORD_BYTES)) {
            try {
                Future<RecordMetadata> unused = producer.send(
                        new ProducerRecord<>(config.progressTopic(), key, value),
                        (metadata, error) -> sent(figures, error));
            } catch (KafkaException e) {
                sent(figures, e);
            }
        }
    }

    private void sent(Figures figures, @Nullable Exception error) {
        if (error == null) {
            failing.set(false);
            return;
        }
        dropped.addAndGet(figures.partitions().size());
        if (!failing.getAndSet(true)) {
            LOG.warn("Progress was dropped; said again once it was written in between: {}", Problems.text(error));
        }
    }

    @Override
    public void close() {
        closed = true;
        if (!queue.offer(END) || !Threads.join(runner, GRACE)) {
            runner.interrupt();
        }
    }
}
