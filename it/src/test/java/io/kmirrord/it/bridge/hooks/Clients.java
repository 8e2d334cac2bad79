// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Producers of every kind. Stateless. */
public final class Clients {
    private Clients() {}

    public static Producer<String, String> producer(String bootstrap, Object... settings) {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", bootstrap);
        config.put("client.id", "app-7");
        config.put("linger.ms", 0);
        config.put("delivery.timeout.ms", 20_000);
        config.put("request.timeout.ms", 10_000);
        config.put("retry.backoff.ms", 50);
        for (int i = 0; i < settings.length; i += 2) {
            config.put((String) settings[i], settings[i + 1]);
        }
        return new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
    }

    public static Producer<String, String> plain(String bootstrap, String acks) {
        return producer(bootstrap, "acks", acks, "enable.idempotence", false);
    }

    public static Producer<String, String> idempotent(String bootstrap) {
        return producer(bootstrap, "acks", "all", "enable.idempotence", true);
    }

    public static Producer<String, String> transactional(String bootstrap, String id) {
        Producer<String, String> producer =
                producer(bootstrap, "transactional.id", id, "transaction.timeout.ms", 30_000);
        producer.initTransactions();
        return producer;
    }

    /** Sends one record and waits; returns the offset. */
    public static long send(Producer<String, String> producer, String topic, int partition, String value)
            throws Exception {
        try {
            return producer.send(new ProducerRecord<>(topic, partition, null, value))
                    .get(60, TimeUnit.SECONDS)
                    .offset();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }
}
