// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.process.Poll;
import io.kmirrord.testkit.workload.ContinuousLoad;
import io.kmirrord.testkit.workload.LoadSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/** A topic of the source that is mirrored while loads write to it and transactions are open. Not thread-safe. */
final class MirroredLoad implements AutoCloseable {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int PER_PARTITION = 3;

    private final MirrorFixture fixture;
    private final String topic;
    private final int partitions;
    private final List<ContinuousLoad> loads = new ArrayList<>();
    private final Application open;

    private MirroredLoad(MirrorFixture fixture, String topic, int partitions) {
        this.fixture = fixture;
        this.topic = topic;
        this.partitions = partitions;
        this.open = Application.transactional(fixture.source(), topic + "-open");
    }

    /**
     * Creates the topic, starts to write and to mirror, and waits until each partition has an open transaction here.
     *
     * @param producers of the source, with low ids; each writes to all partitions
     */
    static MirroredLoad start(MirrorFixture fixture, List<Application> producers, String topic, int partitions)
            throws Exception {
        MirroredLoad load = new MirroredLoad(fixture, topic, partitions);
        Records.create(fixture.source(), topic, partitions, 1);
        producers.forEach(producer -> producer.write(topic, partitions, PER_PARTITION));
        load.open.leaveOpen(topic, partitions);
        String source = fixture.source().bootstrapServers();
        load.loads.add(ContinuousLoad.start(source, new LoadSpec(topic, partitions, 1, 1_000, 512, 0)));
        load.loads.add(ContinuousLoad.start(source, new LoadSpec(topic, partitions, 2, 1_000, 512, 50)));
        fixture.startTopics(List.of(topic));
        load.awaitOpenTransactions(producers.size() * (long) PER_PARTITION);
        return load;
    }

    List<TopicPartition> all() {
        return IntStream.range(0, partitions)
                .mapToObj(number -> new TopicPartition(topic, number))
                .toList();
    }

    private void awaitOpenTransactions(long written) {
        assertThat(Poll.until(
                        SOON,
                        () -> fixture.destinationOffsets().of(List.of(topic)).values().stream()
                                        .filter(offsets -> offsets.highWatermark() > written
                                                && offsets.lastStable() < offsets.highWatermark())
                                        .count()
                                == partitions))
                .as(() -> fixture.destinationOffsets().of(List.of(topic)) + "\n" + fixture.daemonLogs())
                .isTrue();
    }

    /** SIGKILL to every node of the source. */
    void killSource() {
        fixture.source().nodes().forEach(KafkaNode::kill);
    }

    /**
     * Requires what a stop promises: no transaction is open, committed records can be read to the end, and every kind of
     * application writes without an error, each record once.
     */
    void requireOurs(Applications applications) throws Exception {
        requireOurs(applications, topic);
    }

    /** As {@link #requireOurs(Applications)}, once more after something happened. */
    void requireOurs(Applications applications, String round) throws Exception {
        Admin admin = fixture.destinationOffsets().admin();
        for (TopicPartition partition : all()) {
            assertThat(Applications.producers(admin, partition))
                    .as("open transactions of %s", partition)
                    .allMatch(
                            producer -> producer.currentTransactionStartOffset().isEmpty());
        }
        assertThat(everyTransactionHasItsMarker()).isTrue();
        applications.write(topic, partitions, round);
        assertThat(Poll.until(SOON, this::everyTransactionHasItsMarker)).isTrue();
        applications.requireIn(topic, partitions);
    }

    private boolean everyTransactionHasItsMarker() {
        return fixture.destinationOffsets().everyTransactionHasItsMarker(List.of(topic));
    }

    /** Ends the loads, for which the source is started again if it does not run. */
    @Override
    public void close() {
        fixture.source().nodes().stream().filter(node -> !node.isAlive()).forEach(KafkaNode::start);
        open.close();
        loads.forEach(ContinuousLoad::close);
    }
}
