// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.daemon.source.SourceView;
import io.kmirrord.daemon.source.SourceViews;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.statemachine.settings.Names;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a source that may be mirrored: internal ones are never seen. Immutable.
 *
 * @param clusterId null only where the source has none
 * @param unavailable why a topic that exists cannot be used, by name
 */
record SourceTopics(@Nullable String clusterId, Map<String, SourceTopic> topics, Map<String, String> unavailable) {

    SourceTopics {
        topics = Map.copyOf(topics);
        unavailable = Map.copyOf(unavailable);
    }

    static SourceTopics of(ClusterMetadata answer) {
        Set<String> internal = new HashSet<>();
        for (ClusterMetadata.Topic topic : answer.topics()) {
            String name = topic.name();
            if (name != null && (topic.internal() || Names.isInternal(name))) {
                internal.add(name);
            }
        }
        SourceView view = SourceViews.once(answer);
        Map<String, SourceTopic> topics = new HashMap<>(view.topics());
        Map<String, String> unavailable = new HashMap<>();
        view.unavailable().forEach((topic, why) -> unavailable.put(topic, why.detail()));
        topics.keySet().removeAll(internal);
        unavailable.keySet().removeAll(internal);
        return new SourceTopics(answer.clusterId(), topics, unavailable);
    }
}
