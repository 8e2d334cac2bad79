// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Records;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.compare.ClusterReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Applications of the destination with every kind of producer. The elder ones were there before the mirror, and have
 * producer ids which the source gave out too: where mirrored batches are not forgotten, their first record is taken for a
 * repetition (F9). Not thread-safe.
 */
final class Applications implements AutoCloseable {
    private static final int MOST_ELDERS = 60;
    private static final int PER_PARTITION = 3;

    private final KafkaCluster cluster;
    private final List<Application> elders = new ArrayList<>();
    private final List<Application> all = new ArrayList<>();

    private Applications(KafkaCluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Starts the elder applications, until one of each kind has a producer id that the source gave out.
     *
     * @param taken producer ids of the source
     */
    static Applications before(KafkaCluster cluster, Set<Long> taken) throws Exception {
        Applications applications = new Applications(cluster);
        applications.addElders("elder-idempotent", name -> Application.idempotent(cluster, name), taken);
        applications.addElders("elder-transactional", name -> Application.transactional(cluster, name), taken);
        return applications;
    }

    private void addElders(String kind, Function<String, Application> start, Set<Long> taken) throws Exception {
        Records.create(cluster, kind, 1, 1);
        try (Admin admin = cluster.admin()) {
            boolean collides = false;
            for (int i = 0; i < MOST_ELDERS && !collides; i++) {
                Application elder = start.apply(kind + "-" + i);
                elders.add(elder);
                all.add(elder);
                elder.write(kind, 1, 1);
                collides = ids(admin, new TopicPartition(kind, 0)).stream().anyMatch(taken::contains);
            }
            assertThat(collides)
                    .as("a producer of " + kind + " has one of the ids %s", taken)
                    .isTrue();
        }
    }

    /** Returns the ids of the producers that wrote to a partition. */
    static Set<Long> ids(Admin admin, TopicPartition partition) throws Exception {
        return producers(admin, partition).stream()
                .map(ProducerState::producerId)
                .collect(Collectors.toSet());
    }

    /** Returns the producers that the leader of a partition knows. */
    static List<ProducerState> producers(Admin admin, TopicPartition partition) throws Exception {
        return admin.describeProducers(List.of(partition))
                .partitionResult(partition)
                .get()
                .activeProducers();
    }

    /** Lets the elder applications write, then younger ones of each kind, then elder ones that were started again. */
    void write(String topic, int partitions, String round) {
        elders.forEach(elder -> elder.write(topic, partitions, PER_PARTITION));
        List<Application> younger = new ArrayList<>(List.of(
                Application.plain(cluster, round + "-plain"),
                Application.idempotent(cluster, round + "-idempotent"),
                Application.transactional(cluster, round + "-transactional")));
        all.addAll(younger);
        younger.addAll(elders.stream().filter(Application::isTransactional).toList());
        younger.stream().filter(elders::contains).forEach(Application::restart);
        younger.forEach(application -> application.write(topic, partitions, PER_PARTITION));
    }

    /** Requires that a topic holds what was acknowledged to each application, once, for consumers of committed records. */
    void requireIn(String topic, int partitions) {
        Map<String, Map<TopicPartition, Long>> found = new HashMap<>();
        try (ClusterReader reader = new ClusterReader("destination", cluster.bootstrapServers())) {
            for (int number = 0; number < partitions; number++) {
                TopicPartition partition = new TopicPartition(topic, number);
                var offsets = reader.offsets(partition);
                assertThat(offsets.lastStable()).as("LSO of %s", partition).isEqualTo(offsets.highWatermark());
                reader.read(
                        partition,
                        IsolationLevel.READ_COMMITTED,
                        offsets.logStart(),
                        offsets.highWatermark(),
                        record -> found.computeIfAbsent(
                                        new String(record.value(), StandardCharsets.UTF_8), value -> new HashMap<>())
                                .merge(partition, record.offset(), (one, other) -> -1L));
            }
        }
        all.forEach(application -> application.requireIn(topic, found));
    }

    @Override
    public void close() {
        all.forEach(Application::close);
    }
}
