// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.daemon.source.AdminTopicConfigs;
import io.kmirrord.daemon.source.SourceView;
import io.kmirrord.daemon.source.TopicConfigs;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.statemachine.settings.SourceSettings;
import io.kmirrord.statetopic.StateTopicConfig;
import java.util.Map;
import java.util.function.Consumer;

/** Starts what a mirror needs in this daemon. */
final class MirrorRuntimes {
    private MirrorRuntimes() {}

    static MirrorRuntime start(String name, SourceSettings settings, EngineParts parts, Consumer<SourceView> listener) {
        WireClient client = parts.sources().apply(name, settings);
        StateTopicConfig there = StateTopicConfig.of(
                        Map.of("bootstrap.servers", String.join(",", settings.bootstrap())))
                .withStateTopic(parts.stateConfig().stateTopic())
                .withProgressTopic(parts.stateConfig().progressTopic());
        SourcePositions positions = new SourcePositions(there, parts.topic().clusterId());
        TopicConfigs configs = new AdminTopicConfigs(Map.of(
                "bootstrap.servers",
                String.join(",", settings.bootstrap()),
                "client.id",
                "kmirrord-" + name,
                "default.api.timeout.ms",
                String.valueOf(2 * settings.requestTimeoutMs()),
                "request.timeout.ms",
                String.valueOf(settings.requestTimeoutMs())));
        return new MirrorRuntime(name, parts, client, configs, positions, settings.metadataPollMs(), listener);
    }
}
