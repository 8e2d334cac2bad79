// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Equality;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.testkit.compare.ClusterReader;
import io.kmirrord.testkit.compare.Offsets;
import io.kmirrord.testkit.process.Poll;
import io.kmirrord.testkit.workload.ContinuousLoad;
import io.kmirrord.testkit.workload.LoadAudit;
import io.kmirrord.testkit.workload.LoadResult;
import io.kmirrord.testkit.workload.LoadSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;

/**
 * A topic that an idempotent and two transactional producers write to, and that is copied, while a test breaks things.
 * Not thread-safe.
 */
final class Copy implements AutoCloseable {
    private static final Duration PROGRESS = Duration.ofMinutes(2);
    private static final Duration CAUGHT_UP = Duration.ofMinutes(3);
    private static final int RECORDS_PER_SECOND_AND_PARTITION = 300;
    private static final int VALUE_BYTES = 512;
    private static final int RECORDS_PER_TRANSACTION = 50;

    private final MirrorFixture fixture;
    private final String topic;
    private final List<ContinuousLoad> loads;

    private Copy(MirrorFixture fixture, String topic, List<ContinuousLoad> loads) {
        this.fixture = fixture;
        this.topic = topic;
        this.loads = loads;
    }

    /** As {@link #start(MirrorFixture, String, int, int)} with a load that keeps a few partitions busy. */
    static Copy start(MirrorFixture fixture, String topic, int partitions) throws Exception {
        return start(fixture, topic, partitions, RECORDS_PER_SECOND_AND_PARTITION);
    }

    /**
     * Creates the topic at the source, starts to write, and waits until every partition is being copied.
     *
     * @param perPartition records per second that each partition gets at most, half of them in transactions
     */
    static Copy start(MirrorFixture fixture, String topic, int partitions, int perPartition) throws Exception {
        try (var admin = fixture.source().admin()) {
            NewTopic plan = new NewTopic(topic, partitions, (short) 2)
                    .configs(Map.of("retention.ms", "-1", "segment.bytes", "4194304"));
            admin.createTopics(List.of(plan)).all().get();
        } catch (ExecutionException e) {
            throw new AssertionError("Topic " + topic + " was not created at the source", e);
        }
        int rate = partitions * perPartition;
        List<ContinuousLoad> loads = Stream.of(
                        new LoadSpec(topic, partitions, 1, rate / 2, VALUE_BYTES, 0),
                        new LoadSpec(topic, partitions, 2, rate / 4, VALUE_BYTES, RECORDS_PER_TRANSACTION),
                        new LoadSpec(topic, partitions, 3, rate / 4, VALUE_BYTES, RECORDS_PER_TRANSACTION))
                .map(spec -> ContinuousLoad.start(fixture.source().bootstrapServers(), spec))
                .toList();
        Copy copy = new Copy(fixture, topic, loads);
        assertThat(Poll.until(CAUGHT_UP, () -> copy.copied() == partitions))
                .as(() -> copy.copied() + " of " + partitions + " partitions are copied\n" + fixture.daemonLogs())
                .isTrue();
        return copy;
    }

    /** Partitions with a record at the destination. */
    private long copied() {
        return fixture.destinationOffsets().of(List.of(topic)).values().stream()
                .filter(offsets -> offsets.highWatermark() > 0)
                .count();
    }

    TopicPartition partition(int number) {
        return new TopicPartition(topic, number);
    }

    /**
     * Waits until a record that was written to a partition after this call is at the destination: how fast the machine is
     * does not matter, only that something moves.
     */
    void awaitProgress(int number) {
        TopicPartition partition = partition(number);
        long deadline = System.nanoTime() + PROGRESS.toNanos();
        Optional<Offsets> source =
                Poll.some(PROGRESS, () -> fixture.sourceOffsets().find(partition));
        long passed = source.map(Offsets::highWatermark)
                .orElseThrow(() -> new AssertionError(partition + " has no leader at the source"));
        Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
        assertThat(Poll.until(left, () -> mirroredTo(partition) > passed))
                .as(() -> partition + " is copied up to " + mirroredTo(partition) + ", wanted more than " + passed
                        + "; the source has " + fixture.sourceOffsets().find(partition) + "; "
                        + fixture.mirrors().describe(MirrorFixture.MIRROR, topic) + "\n" + fixture.daemonLogs())
                .isTrue();
    }

    private long mirroredTo(TopicPartition partition) {
        return fixture.destinationOffsets()
                .find(partition)
                .map(Offsets::highWatermark)
                .orElse(-1L);
    }

    /**
     * Ends the load and requires what a mirror promises: every replica of the destination holds the source's bytes and
     * epoch cache, and each record is there once. Returns the number of records.
     */
    long requireEqual() {
        LoadResult written =
                LoadResult.together(loads.stream().map(ContinuousLoad::stop).toList());
        assertThat(written.acknowledged()).isNotEmpty();
        assertThat(Poll.until(PROGRESS, () -> fixture.sourceOffsets().everyTransactionHasItsMarker(List.of(topic))))
                .as(() -> "transactions open at the source: "
                        + fixture.sourceOffsets().of(List.of(topic)))
                .isTrue();
        fixture.awaitMirrored(List.of(topic), CAUGHT_UP);
        new Equality(fixture).require(List.of(topic));
        try (ClusterReader reader =
                new ClusterReader("destination", fixture.destination().bootstrapServers())) {
            LoadAudit audit = LoadAudit.check(reader, written);
            assertThat(audit.problems()).isEmpty();
            assertThat(audit.checked())
                    .isGreaterThanOrEqualTo(written.acknowledged().size());
            return audit.checked();
        }
    }

    @Override
    public void close() {
        loads.forEach(ContinuousLoad::close);
    }
}
