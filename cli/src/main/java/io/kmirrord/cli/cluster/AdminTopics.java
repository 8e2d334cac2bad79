// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.cluster;

import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.kafka.Topics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.TopicDescription;

/** {@link TopicLookup} over Kafka's Admin client. */
final class AdminTopics implements TopicLookup {
    private static final int REQUEST_TIMEOUT_MS = 10_000;

    private final Admin admin;
    private final Duration limit;

    AdminTopics(StateTopicConfig config) {
        var properties = new HashMap<String, Object>(config.clientProperties());
        var timeoutMs = (int) config.timeout().toMillis();
        // Both, since Kafka refuses a limit of the call below that of a request, which the operator's file may set.
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs);
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(timeoutMs, REQUEST_TIMEOUT_MS));
        admin = Admin.create(properties);
        limit = config.timeout().plusSeconds(5);
    }

    @Override
    public Map<String, TopicFacts> describe(Collection<String> topics) {
        var found = new TreeMap<String, TopicFacts>();
        Answers.await(Topics.describe(admin, topics), limit, "a description of topics")
                .forEach((name, topic) -> found.put(name, facts(topic)));
        return found;
    }

    private static TopicFacts facts(TopicDescription topic) {
        var leaders = topic.partitions().stream()
                .map(partition -> {
                    var leader = partition.leader();
                    return leader == null || leader.isEmpty() ? TopicFacts.NO_LEADER : leader.id();
                })
                .toList();
        return new TopicFacts(Topics.id(topic.topicId()), leaders);
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
