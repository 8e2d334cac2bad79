// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Equality;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.testkit.compare.ClusterReader;
import io.kmirrord.testkit.process.Poll;
import io.kmirrord.testkit.workload.ContinuousLoad;
import io.kmirrord.testkit.workload.LoadAudit;
import io.kmirrord.testkit.workload.LoadResult;
import io.kmirrord.testkit.workload.LoadSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;

/** A topic that is written to and copied while a test breaks things. Not thread-safe. */
final class Copy implements AutoCloseable {
    private static final Duration PROGRESS = Duration.ofSeconds(90);
    private static final int RECORDS_PER_SECOND = 1_500;
    private static final int RECORDS_PER_TRANSACTION = 20;

    private final MirrorFixture fixture;
    private final String topic;
    private final ContinuousLoad load;

    private Copy(MirrorFixture fixture, String topic, ContinuousLoad load) {
        this.fixture = fixture;
        this.topic = topic;
        this.load = load;
    }

    /** Creates the topic at the source, starts to write transactions, and waits until the copy is on its way. */
    static Copy start(MirrorFixture fixture, String topic, int partitions) throws Exception {
        try (var admin = fixture.source().admin()) {
            NewTopic plan = new NewTopic(topic, partitions, (short) 2)
                    .configs(Map.of("retention.ms", "-1", "segment.bytes", "4194304"));
            admin.createTopics(List.of(plan)).all().get();
        } catch (ExecutionException e) {
            throw new AssertionError("Topic " + topic + " was not created at the source", e);
        }
        LoadSpec spec = new LoadSpec(topic, partitions, 1, RECORDS_PER_SECOND, 1024, RECORDS_PER_TRANSACTION);
        Copy copy =
                new Copy(fixture, topic, ContinuousLoad.start(fixture.source().bootstrapServers(), spec));
        for (int partition = 0; partition < partitions; partition++) {
            copy.awaitProgress(partition, 200);
        }
        return copy;
    }

    TopicPartition partition(int number) {
        return new TopicPartition(topic, number);
    }

    long mirroredTo(int partition) {
        var offsets = fixture.destinationOffsets().of(List.of(topic)).get(partition(partition));
        return offsets == null ? -1 : offsets.highWatermark();
    }

    /** Waits until that many more offsets of a partition are at the destination. */
    void awaitProgress(int partition, long more) {
        long from = Math.max(0, mirroredTo(partition));
        assertThat(Poll.until(PROGRESS, () -> mirroredTo(partition) >= from + more))
                .as(() -> partition(partition) + " stands at " + mirroredTo(partition) + ", wanted " + (from + more)
                        + "\n" + fixture.daemonLogs())
                .isTrue();
    }

    /**
     * Ends the load and requires what a mirror promises: every replica of the destination holds the source's bytes and
     * epoch cache, and each record is there once.
     */
    void requireEqual() {
        LoadResult written = load.stop();
        assertThat(written.acknowledged()).isNotEmpty();
        assertThat(Poll.until(PROGRESS, this::everyTransactionHasItsMarker))
                .as(() -> "transactions open at the source: "
                        + fixture.sourceOffsets().of(List.of(topic)))
                .isTrue();
        new Equality(fixture).require(List.of(topic));
        try (ClusterReader reader =
                new ClusterReader("destination", fixture.destination().bootstrapServers())) {
            LoadAudit audit = LoadAudit.check(reader, written);
            assertThat(audit.problems()).isEmpty();
            assertThat(audit.checked())
                    .isGreaterThanOrEqualTo(written.acknowledged().size());
        }
    }

    /** The marker of a transaction is written after its producer has been answered. */
    private boolean everyTransactionHasItsMarker() {
        return fixture.sourceOffsets().of(List.of(topic)).values().stream()
                .allMatch(offsets -> offsets.lastStable() == offsets.highWatermark());
    }

    @Override
    public void close() {
        load.close();
    }
}
