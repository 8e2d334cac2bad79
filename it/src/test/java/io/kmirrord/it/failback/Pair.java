// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.failback;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.Equality;
import io.kmirrord.it.fixture.Metrics;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Site;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaClusterBuilder;
import io.kmirrord.testkit.compare.BatchCursor;
import io.kmirrord.testkit.compare.LogBatch;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** Two sites, each of which can mirror the other. Not thread-safe. */
final class Pair {
    private static final Duration SOON = Duration.ofSeconds(90);

    private final MirrorFixture forth;
    private final MirrorFixture back;
    /** Highest leader epoch seen of each partition, at either site: they may never fall. */
    private final Map<TopicPartition, Integer> epochs = new HashMap<>();

    private Pair(MirrorFixture forth, MirrorFixture back) {
        this.forth = forth;
        this.back = back;
    }

    static Pair start(Clusters clusters) {
        return start(clusters, KafkaCluster::builder, Map.of());
    }

    /**
     * Starts two sites of three brokers.
     *
     * @param builder makes what each site is built of
     * @param settings of both mirrors, beyond their source
     */
    static Pair start(Clusters clusters, Supplier<KafkaClusterBuilder> builder, Map<String, String> settings) {
        Site a = clusters.manage(Site.start(clusters, "a", builder.get().brokers(3)));
        Site b = clusters.manage(Site.start(clusters, "b", builder.get().brokers(3)));
        return new Pair(
                MirrorFixture.between(clusters, "a-to-b", a.cluster(), b, settings),
                MirrorFixture.between(clusters, "and-back", b.cluster(), a, settings));
    }

    /** Site A is the source. */
    Way forth() {
        return new Way(forth);
    }

    /** Site B is the source. */
    Way back() {
        return new Way(back);
    }

    /** One direction. */
    final class Way {
        private final MirrorFixture fixture;

        Way(MirrorFixture fixture) {
            this.fixture = fixture;
        }

        MirrorFixture fixture() {
            return fixture;
        }

        Site destination() {
            return fixture.site();
        }

        KafkaCluster source() {
            return fixture.source();
        }

        /** Starts a topic, and waits until the destination is equal to the source, on every replica. */
        void start(String topic, int partitions) {
            fixture.startTopics(List.of(topic));
            awaitEqual(topic, partitions);
        }

        /** Waits until a topic that was started is equal to the source, on every replica. */
        void awaitEqual(String topic, int partitions) {
            fixture.mirrors().awaitState(fixture.mirror(), topic, partitions, StateName.MIRRORING, SOON);
            new Equality(fixture).require(List.of(topic));
            requireEpochs(topic, partitions);
        }

        /** Starts a topic whose partition 0 needs a consent that was not given. Returns what it fails with. */
        String startRefused(String topic, FailureCode code) {
            fixture.startTopics(List.of(topic));
            return fixture.mirrors().awaitFailed(fixture.mirror(), topic, 1, code, SOON);
        }

        /** Agrees to what a start was refused for, as operators do, and waits until the topic is equal to the source. */
        void agree(String topic, String consent) {
            Console run = Console.at(destination().cluster(), "start", fixture.mirror(), "--topics", topic, consent);
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            awaitEqual(topic, 1);
        }

        /** Stops a topic; the source may go on. */
        void stop(String topic, int partitions) {
            fixture.mirrors().wish(fixture.mirror(), List.of(topic), Desired.STOPPED);
            fixture.mirrors().awaitState(fixture.mirror(), topic, partitions, StateName.STOPPED, SOON);
            requireEpochs(topic, partitions);
        }

        /** Bytes that all daemons of the destination fetched for the mirror since they were started. */
        long fetchedBytes() {
            return (long) Metrics.sum(
                    fixture.daemons().byNode().values(),
                    "kmirrord_fetched_bytes_total{mirror=\"" + fixture.mirror() + "\"}");
        }

        /** Last mirror offset of a topic that is stopped, which must be that of all its partitions. */
        long mirroredTo(String topic) {
            Set<Long> ends = fixture.mirrors().states(fixture.mirror(), topic).values().stream()
                    .map(state -> Objects.requireNonNull(state.position()).lmo())
                    .collect(Collectors.toSet());
            assertThat(ends).hasSize(1);
            return ends.iterator().next();
        }

        /** Bytes of the batches that the source's leaders hold from an offset on. */
        private long bytesFrom(String topic, int partitions, long offset) throws IOException {
            long bytes = 0;
            for (int number = 0; number < partitions; number++) {
                TopicPartition partition = new TopicPartition(topic, number);
                Path log = fixture.sourceLeader(partition).logDirs().get(0).resolve(partition.toString());
                try (BatchCursor batches = BatchCursor.open(log)) {
                    for (LogBatch batch = batches.next(); batch != null; batch = batches.next()) {
                        bytes += batch.header().baseOffset() < offset
                                ? 0
                                : batch.bytes().remaining();
                    }
                }
            }
            return bytes;
        }

        /** Requires that what was fetched is the difference: no batch below an offset; one above it may come twice. */
        void requireFetched(long fetchedBefore, String topic, int partitions, long common) throws IOException {
            assertThat(fetchedBytes() - fetchedBefore)
                    .as("bytes of %s that were fetched", topic)
                    .isPositive()
                    .isLessThanOrEqualTo(2 * bytesFrom(topic, partitions, common));
        }

        /** Waits until a salvage of each partition is listed that holds what was written there from an offset on. */
        void requireSaved(String topic, int partitions, long from, long records) {
            List<RecordValue.Salvage> wanted = new ArrayList<>();
            assertThat(Poll.until(SOON, () -> {
                        wanted.clear();
                        wanted.addAll(salvages(topic, from));
                        return wanted.size() == partitions;
                    }))
                    .as(() -> "salvages of " + topic + " from " + from + ": " + wanted)
                    .isTrue();
            assertThat(wanted)
                    .allSatisfy(salvage -> assertThat(salvage.records()).isEqualTo(records));
        }

        private List<RecordValue.Salvage> salvages(String topic, long from) {
            return fixture.mirrors()
                    .topic()
                    .read(view -> view.salvages().values().stream()
                            .filter(salvage -> salvage.topic().equals(topic) && salvage.fromOffset() == from)
                            .toList())
                    .join();
        }

        private void requireEpochs(String topic, int partitions) {
            for (int number = 0; number < partitions; number++) {
                TopicPartition partition = new TopicPartition(topic, number);
                int epoch = fixture.destinationOffsets().leaderEpoch(partition);
                assertThat(epoch)
                        .as("leader epoch of %s", partition)
                        .isGreaterThanOrEqualTo(epochs.getOrDefault(partition, 0));
                epochs.put(partition, epoch);
            }
        }
    }
}
