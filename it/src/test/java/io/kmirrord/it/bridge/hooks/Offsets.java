// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/** What the cluster says of a topic. Stateless. */
final class Offsets {
    private Offsets() {}

    static TopicDescription describe(Admin admin, String topic) throws Exception {
        return Objects.requireNonNull(
                admin.describeTopics(List.of(topic))
                        .allTopicNames()
                        .get(30, TimeUnit.SECONDS)
                        .get(topic),
                topic);
    }

    /** Returns the high watermark of each partition. */
    static Map<Integer, Long> ends(Admin admin, String topic) throws Exception {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (TopicPartitionInfo partition : describe(admin, topic).partitions()) {
            asked.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest());
        }
        Map<Integer, Long> ends = new HashMap<>();
        admin.listOffsets(asked)
                .all()
                .get(30, TimeUnit.SECONDS)
                .forEach((partition, info) -> ends.put(partition.partition(), info.offset()));
        return ends;
    }

    static int leader(Admin admin, String topic, int partition) throws Exception {
        return describe(admin, topic).partitions().get(partition).leader().id();
    }
}
