// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;

/** A topic whose source broker stamps the batches: the mirror must keep those stamps. */
final class AppendTime implements Scenario {

    private static final int BATCHES = 10;

    @Override
    public TopicPlan plan(WorkloadSpec spec) {
        return Topics.keepForever(
                spec.topicPrefix() + "append-time", 1, Map.of("message.timestamp.type", "LogAppendTime"));
    }

    @Override
    public void write(ScenarioContext context) {
        for (Codec codec : Codec.values()) {
            try (KafkaProducer<byte[], byte[]> producer = context.producers().plain(codec, "all")) {
                for (int i = 0; i < BATCHES; i++) {
                    context.write(producer, context.maker().some(0, 20));
                }
            }
        }
    }
}
