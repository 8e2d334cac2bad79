// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A client's view of a cluster, for the tests of the launcher. */
final class RoundTrip {
    private RoundTrip() {}

    static void createTopic(KafkaCluster cluster, String topic, int replicas) throws Exception {
        try (var admin = cluster.admin()) {
            admin.createTopics(List.of(new NewTopic(topic, Optional.of(1), Optional.of((short) replicas))))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
    }

    static void produce(KafkaCluster cluster, String topic, String value) throws Exception {
        Map<String, Object> config = Map.of("bootstrap.servers", cluster.bootstrapServers(), "acks", "all");
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, 0, null, value)).get(60, TimeUnit.SECONDS);
        }
    }

    /** The first {@code count} values of partition 0, or what has arrived after a minute. */
    static List<String> consume(KafkaCluster cluster, String topic, int count) {
        Map<String, Object> config = Map.of("bootstrap.servers", cluster.bootstrapServers());
        try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            var partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            var values = new ArrayList<String>();
            var deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
            while (values.size() < count && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
            }
            return values;
        }
    }
}
