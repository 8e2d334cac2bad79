// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.line44;

import io.kmirrord.bridge.kafka.ControllerLine;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.message.CreateTopicsRequestData;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopic;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopicConfig;

/** Controllers 4.4. */
final class ControllerLine44 implements ControllerLine {
    private static final Set<String> METADATA_VERSIONS = Set.of(
            "4.0-IV0", "4.0-IV1", "4.0-IV2", "4.0-IV3", "4.1-IV0", "4.1-IV1", "4.2-IV0", "4.2-IV1", "4.3-IV0",
            "4.4-IV0", "4.4-IV1", "4.4-IV2");

    @Override
    public Set<String> metadataVersions() {
        return METADATA_VERSIONS;
    }

    @Override
    public CreateTopicsRequestData createTopicsRequest(
            String name, int partitions, short replicationFactor, Map<String, String> configs) {
        CreatableTopic topic =
                new CreatableTopic().setName(name).setNumPartitions(partitions).setReplicationFactor(replicationFactor);
        configs.forEach((key, value) ->
                topic.configs().add(new CreatableTopicConfig().setName(key).setValue(value)));
        CreateTopicsRequestData request = new CreateTopicsRequestData();
        request.topics().add(topic);
        return request;
    }
}
