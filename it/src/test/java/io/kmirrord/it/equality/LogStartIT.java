// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Equality;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Where the source's log starts, the mirror's starts. */
class LogStartIT {

    private static final int BATCHES = 5;
    private static final int RECORDS = 10;
    private static final long INSIDE_A_BATCH = 25;
    private static final TopicPartition BEFORE = new TopicPartition("deleted-before", 0);
    private static final TopicPartition LATER = new TopicPartition("deleted-later", 0);

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static KafkaCluster source;
    private static MirrorFixture fixture;

    @BeforeAll
    static void start() throws Exception {
        source = CLUSTERS.start("source", KafkaCluster.builder());
        try (var admin = source.admin()) {
            admin.createTopics(List.of(
                            new NewTopic(BEFORE.topic(), 1, (short) 1), new NewTopic(LATER.topic(), 1, (short) 1)))
                    .all()
                    .get();
        }
        for (int i = 0; i < BATCHES; i++) {
            Records.write(source, BEFORE, RECORDS, 100);
            Records.write(source, LATER, RECORDS, 100);
        }
        deleteAtSource(BEFORE);
        fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                KafkaCluster.builder().brokers(3),
                List.of(BEFORE.topic(), LATER.topic()),
                Map.of());
    }

    @Test
    void aLogThatStartsInsideABatchStartsThereToo() {
        new Equality(fixture).require(List.of(BEFORE.topic()));

        assertThat(fixture.destinationOffsets().require(BEFORE).logStart()).isEqualTo(INSIDE_A_BATCH);
    }

    @Test
    void recordsThatAreDeletedLaterAreDeletedHereToo() throws Exception {
        fixture.awaitMirrored(List.of(LATER.topic()));
        deleteAtSource(LATER);

        new Equality(fixture).require(List.of(LATER.topic()));

        assertThat(fixture.destinationOffsets().require(LATER).logStart()).isEqualTo(INSIDE_A_BATCH);
    }

    private static void deleteAtSource(TopicPartition partition) throws Exception {
        try (var admin = source.admin()) {
            admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(INSIDE_A_BATCH)))
                    .all()
                    .get();
        }
    }
}
