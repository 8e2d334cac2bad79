// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.failback;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.testkit.cluster.KafkaCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A consumer group that reads one partition. Stateless. */
record Group(String name, TopicPartition partition) {
    private static final Duration SOON = Duration.ofSeconds(60);

    /** Reads at one cluster up to an offset, and commits at the other what a consumer commits there: epoch and all. */
    void commitAsTheSourceDoes(KafkaCluster source, KafkaCluster destination, long offset)
            throws ExecutionException, InterruptedException {
        List<ConsumerRecord<byte[], byte[]>> last = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(source, name + "-there")) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, offset - 1);
            long deadline = System.nanoTime() + SOON.toNanos();
            while (last.isEmpty() && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(200)).forEach(last::add);
            }
        }
        assertThat(last).as("records of %s at offset %s", partition, offset - 1).isNotEmpty();
        assertThat(last.get(0).leaderEpoch()).isPresent();
        try (Admin admin = destination.admin()) {
            admin.alterConsumerGroupOffsets(
                            name,
                            Map.of(
                                    partition,
                                    new OffsetAndMetadata(offset, last.get(0).leaderEpoch(), "")))
                    .all()
                    .get();
        }
    }

    /** Lets consumers of the group, the second of which is a restart of the first, read everything from an offset on, once. */
    void readOn(KafkaCluster cluster, long from, long atLeastTo) {
        List<Long> offsets = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            try (KafkaConsumer<byte[], byte[]> consumer = consumer(cluster, name)) {
                consumer.subscribe(List.of(partition.topic()));
                long half = run == 0 ? (from + atLeastTo) / 2 : atLeastTo;
                long deadline = System.nanoTime() + SOON.toNanos();
                while ((offsets.isEmpty() || offsets.get(offsets.size() - 1) < half - 1)
                        && System.nanoTime() < deadline) {
                    consumer.poll(Duration.ofMillis(200)).forEach(record -> offsets.add(record.offset()));
                }
                consumer.commitSync();
            }
        }
        assertThat(offsets).isSorted().doesNotHaveDuplicates().startsWith(from);
        assertThat(offsets.get(offsets.size() - 1)).isGreaterThanOrEqualTo(atLeastTo - 1);
    }

    private static KafkaConsumer<byte[], byte[]> consumer(KafkaCluster cluster, String group) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        cluster.bootstrapServers(),
                        "group.id",
                        group,
                        "enable.auto.commit",
                        "false",
                        "auto.offset.reset",
                        "none",
                        "max.poll.records",
                        "10"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }
}
