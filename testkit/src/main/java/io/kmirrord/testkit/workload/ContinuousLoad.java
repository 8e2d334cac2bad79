// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Writes from a thread of its own until stopped, through whatever happens to the cluster, and remembers each
 * acknowledgement. A failed record is in doubt and never sent again under the same key. Thread-safe.
 */
public final class ContinuousLoad implements AutoCloseable {

    private static final Duration STOP_TIMEOUT = Duration.ofMinutes(3);
    private static final int UNFLUSHED = 500;
    /** So that a round costs the same, however many partitions the topic has. */
    private static final int RECORDS_PER_BATCH = 10;

    private final LoadSpec spec;
    private final LoadProducer producer;
    private final RecordMaker maker;
    private final Thread thread;
    private final AtomicLong acknowledgedCount = new AtomicLong();
    private final List<Sent> acknowledged = new ArrayList<>();
    private final Set<String> inDoubt = new HashSet<>();
    private volatile boolean stopped;
    private long sequence;
    private int partition = -1;

    private ContinuousLoad(String bootstrapServers, LoadSpec spec) {
        this.spec = spec;
        this.producer = new LoadProducer(bootstrapServers, spec);
        this.maker = new RecordMaker(spec.topic(), spec.seed(), System.currentTimeMillis());
        this.thread = new Thread(this::run, "load-" + spec.topic());
        this.thread.setDaemon(true);
    }

    /** Starts a load. */
    public static ContinuousLoad start(String bootstrapServers, LoadSpec spec) {
        ContinuousLoad load = new ContinuousLoad(bootstrapServers, spec);
        load.thread.start();
        return load;
    }

    /** Returns how many records were acknowledged so far. */
    public long acknowledged() {
        return acknowledgedCount.get();
    }

    /**
     * Ends the load and waits for all answers. Idempotent.
     *
     * @throws WorkloadException if it does not end within three minutes
     */
    public LoadResult stop() {
        stopped = true;
        try {
            thread.join(STOP_TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WorkloadException("Interrupted while stopping the load of " + spec.topic(), e);
        }
        if (thread.isAlive()) {
            throw new WorkloadException(
                    "The load of " + spec.topic() + " did not end within " + STOP_TIMEOUT.toSeconds() + " s");
        }
        return new LoadResult(spec, acknowledged, inDoubt);
    }

    @Override
    public void close() {
        stop();
    }

    private void run() {
        long startedAt = System.nanoTime();
        int perRound = spec.recordsPerTransaction() > 0
                ? spec.recordsPerTransaction()
                : Math.max(1, Math.min(UNFLUSHED, spec.recordsPerSecond() / 20));
        for (long round = 0; !stopped; round++) {
            writeRound(perRound, round % 3 != 2);
            long due = startedAt + TimeUnit.SECONDS.toNanos(sequence) / spec.recordsPerSecond();
            while (!stopped && due - System.nanoTime() > 0) {
                LockSupport.parkNanos(Math.min(due - System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(100)));
            }
        }
        producer.close();
    }

    private void writeRound(int count, boolean commit) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            if (i % RECORDS_PER_BATCH == 0) {
                partition = (partition + 1) % spec.partitions();
            }
            byte[] key = RecordMaker.key(spec.seed() + "-" + sequence++);
            records.add(maker.record(partition, key, maker.bytes(spec.valueBytes())));
        }
        LoadProducer.Outcome outcome = producer.write(records, commit);
        acknowledged.addAll(outcome.acknowledged());
        inDoubt.addAll(outcome.inDoubt());
        acknowledgedCount.addAndGet(outcome.acknowledged().size());
    }
}
