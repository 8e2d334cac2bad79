// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.cluster;

import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.kafka.Topics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;

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
        var leaders = topic.partitions().stream().map(AdminTopics::leader).toList();
        return new TopicFacts(Topics.id(topic.topicId()), leaders);
    }

    private static int leader(TopicPartitionInfo partition) {
        var leader = partition.leader();
        return leader == null || leader.isEmpty() ? TopicFacts.NO_LEADER : leader.id();
    }

    @Override
    public List<MinInSync> minInSync(Collection<String> topics) {
        var found = Answers.await(Topics.describe(admin, topics), limit, "a description of topics");
        var resources = found.keySet().stream().map(AdminTopics::resource).toList();
        var configs = Answers.await(admin.describeConfigs(resources).all(), limit, "a look at settings of topics");
        return found.values().stream()
                .map(topic ->
                        minInSync(topic, Objects.requireNonNull(configs.get(resource(topic.name())), topic.name())))
                .toList();
    }

    private static MinInSync minInSync(TopicDescription topic, Config config) {
        var setting = config.get(MinInSync.KEY);
        return new MinInSync(
                topic.name(),
                Integer.parseInt(setting.value()),
                setting.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG,
                topic.partitions().stream()
                        .map(partition -> new MinInSync.Partition(
                                partition.partition(),
                                leader(partition),
                                partition.isr().size()))
                        .toList());
    }

    @Override
    public void setMinInSync(Map<String, OptionalInt> settings) {
        var changes = new HashMap<ConfigResource, Collection<AlterConfigOp>>();
        settings.forEach((topic, value) -> changes.put(
                resource(topic),
                List.of(new AlterConfigOp(
                        new ConfigEntry(MinInSync.KEY, value.isPresent() ? Integer.toString(value.getAsInt()) : null),
                        value.isPresent() ? AlterConfigOp.OpType.SET : AlterConfigOp.OpType.DELETE))));
        Answers.await(admin.incrementalAlterConfigs(changes).all(), limit, "changing settings of topics");
    }

    private static ConfigResource resource(String topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic);
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
