// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.kafka;

import io.kmirrord.statetopic.StateTopicConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Settings of Kafka's clients: those of the caller, below those that correctness depends on. Pure functions. */
public final class ClientSettings {
    /** How long a transaction of a writer that died hides later records, plus up to 10 s until the coordinator looks. */
    private static final int MIN_TRANSACTION_TIMEOUT_MS = 10_000;

    private static final int MAX_TRANSACTION_TIMEOUT_MS = 15_000;

    private static final int DELIVERY_TIMEOUT_MS = 8_000;
    private static final int REQUEST_TIMEOUT_MS = 4_000;

    /** Of other clients with the same file of properties; they would change what ours do. */
    private static final List<String> NOT_OURS = List.of(
            ConsumerConfig.GROUP_ID_CONFIG,
            ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
            ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG,
            ConsumerConfig.CLIENT_RACK_CONFIG,
            ProducerConfig.PARTITIONER_CLASS_CONFIG,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG);

    private ClientSettings() {}

    /** Returns the transactional id of a node's writer: its state topic tells installations on one cluster apart. */
    public static String transactionalId(StateTopicConfig config, int nodeId) {
        return "kmirrord-" + config.stateTopic() + "-" + nodeId;
    }

    public static Map<String, Object> admin(StateTopicConfig config) {
        Map<String, Object> settings = base(config, "kmirrord-state-admin");
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(REQUEST_TIMEOUT_MS, timeoutMs(config)));
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs(config));
        return settings;
    }

    public static Map<String, Object> consumer(StateTopicConfig config) {
        Map<String, Object> settings = base(config, "kmirrord-state-view");
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        // A position that the log does not have any more is to be heard of, never to be moved silently (F11).
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5_000);
        return settings;
    }

    /** Draws the transaction timeout by which a writer knows itself again. */
    public static int transactionTimeoutMs(RandomGenerator random) {
        return random.nextInt(MIN_TRANSACTION_TIMEOUT_MS, MAX_TRANSACTION_TIMEOUT_MS);
    }

    public static Map<String, Object> transactionalProducer(StateTopicConfig config, int nodeId, int timeoutMs) {
        Map<String, Object> settings = producer(config, "kmirrord-state-writer-" + nodeId);
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId(config, nodeId));
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, timeoutMs);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MS);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, DELIVERY_TIMEOUT_MS);
        return settings;
    }

    public static Map<String, Object> plainProducer(StateTopicConfig config) {
        Map<String, Object> settings = producer(config, "kmirrord-state-plain-writer");
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(REQUEST_TIMEOUT_MS, timeoutMs(config)));
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeoutMs(config));
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeoutMs(config));
        return settings;
    }

    /** Figures are worth little when they are late: dropped rather than waited for. */
    public static Map<String, Object> progressProducer(StateTopicConfig config) {
        Map<String, Object> settings = producer(config, "kmirrord-progress-writer");
        settings.put(ProducerConfig.ACKS_CONFIG, "1");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 50);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MS);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, REQUEST_TIMEOUT_MS);
        return settings;
    }

    public static Map<String, Object> progressConsumer(StateTopicConfig config) {
        Map<String, Object> settings = consumer(config);
        settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, "kmirrord-progress-reader");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        // Retention may overtake the reader: what is gone is too old to matter.
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(REQUEST_TIMEOUT_MS, timeoutMs(config)));
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs(config));
        return settings;
    }

    private static Map<String, Object> producer(StateTopicConfig config, String clientId) {
        Map<String, Object> settings = base(config, clientId);
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
        settings.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 5);
        return settings;
    }

    private static Map<String, Object> base(StateTopicConfig config, String clientId) {
        Map<String, Object> settings = new HashMap<>(config.clientProperties());
        NOT_OURS.forEach(settings::remove);
        settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        return settings;
    }

    private static int timeoutMs(StateTopicConfig config) {
        return Math.toIntExact(Math.min(Integer.MAX_VALUE, config.timeout().toMillis()));
    }
}
