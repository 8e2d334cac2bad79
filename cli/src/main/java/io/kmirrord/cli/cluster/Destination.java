// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.cluster;

import io.kmirrord.cli.CliError;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.Health;
import io.kmirrord.statetopic.PartitionProgress;
import io.kmirrord.statetopic.ProgressReader;
import io.kmirrord.statetopic.StateExport;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateWriter;
import java.io.Reader;
import java.io.Writer;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The destination as commands use it. Blocking; for one thread. Failures are {@link io.kmirrord.cli.CliException}s. */
public final class Destination implements AutoCloseable {
    private final StateTopic topic;
    private final StateWriter writer;
    private final ProgressReader progress;
    private final TopicLookup topics;
    private final StateTopicConfig config;
    private final Duration limit;
    private final BlockingQueue<Boolean> changes = new ArrayBlockingQueue<>(1);
    private final Map<Integer, Long> heardMs = new ConcurrentHashMap<>();

    /** Takes over what it is given: {@link #close} closes it. */
    public Destination(
            StateTopic topic,
            StateWriter writer,
            ProgressReader progress,
            TopicLookup topics,
            StateTopicConfig config,
            Clock clock) {
        this.topic = topic;
        this.writer = writer;
        this.progress = progress;
        this.topics = topics;
        this.config = config;
        this.limit = config.timeout().plusSeconds(10);
        topic.listen(new StateTopic.Listener() {
            @Override
            public void changed(StateView view, List<StateRecord> records) {
                for (var record : records) {
                    if (record.key() instanceof RecordKey.Heartbeat beat && record.value() != null) {
                        heardMs.put(beat.nodeId(), clock.millis());
                    }
                }
                changes.offer(true);
            }

            @Override
            public void health(Health health) {
                changes.offer(true);
            }
        });
    }

    /** Asks the view once it holds everything acknowledged before this call. */
    public <T> T readToEnd(Function<StateView, T> question) {
        return Answers.await(topic.readToEnd(question), limit, "reading the state topic");
    }

    /**
     * Asks the view as it stands.
     *
     * @throws io.kmirrord.cli.CliException STATE_TOPIC_LOST if it may not be trusted any more
     */
    public <T> T read(Function<StateView, T> question) {
        var health = topic.health();
        if (health.state() == Health.State.LOST) {
            throw CliError.STATE_TOPIC_LOST.with(health.text());
        }
        return Answers.await(topic.read(question), limit, "a look at the state topic");
    }

    /** Writes, and returns once it is acknowledged. */
    public void write(List<StateRecord> records) {
        if (!records.isEmpty()) {
            Answers.await(writer.write(records), limit, "writing to the state topic");
        }
    }

    /** Waits for the view to change, for a time at most. */
    public void awaitChange(Duration atMost) throws InterruptedException {
        changes.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Returns when signs of life arrived here, wall clock by node id; those that were there before are left out. */
    public Map<Integer, Long> heardMs() {
        return Map.copyOf(heardMs);
    }

    /** Returns the newest figures; of a mirror, or all for null. */
    public Map<PartitionId, PartitionProgress> progress(@Nullable String mirror) {
        return Answers.await(progress.newest(mirror), limit, "reading the progress topic");
    }

    public Map<String, TopicFacts> topics(Collection<String> names) {
        return names.isEmpty() ? Map.of() : topics.describe(names);
    }

    /** Returns the node whose daemon has the duties of a mirror, {@link TopicFacts#NO_LEADER} if none has. */
    public int dutyNode(String mirror) {
        return Answers.await(topic.leaders(), limit, "asking for leaders of the state topic")
                .getOrDefault(StatePartitions.of(mirror), TopicFacts.NO_LEADER);
    }

    /** Writes the whole state topic as JSON lines; returns the number of records. */
    public int exportTo(Writer out, long nowMs) {
        return Answers.await(StateExport.export(topic, config, out, nowMs), limit, "exporting the state topic");
    }

    /**
     * Writes an export to the state topic; returns the number of records.
     *
     * @param force also if the topic is not empty, or of another cluster
     */
    public int importFrom(Reader in, boolean force) {
        try {
            return Answers.await(StateExport.importInto(topic, writer, in, force), limit, "importing");
        } catch (StateTopicException e) {
            throw Problems.of(e);
        }
    }

    /** Returns settings of the state topic that are weaker than they should be. */
    public List<String> warnings() {
        return topic.stats().warnings();
    }

    @Override
    public void close() {
        topics.close();
        progress.close();
        writer.close();
        topic.close();
    }

    static void closeAll(Deque<AutoCloseable> opened) {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException("cannot close a client of Kafka", e);
            }
        }
    }
}
