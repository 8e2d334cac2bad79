// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.config;

import io.kmirrord.statemachine.settings.SettingsReader;
import io.kmirrord.statemachine.settings.SourceSettings;
import io.kmirrord.statetopic.StateTopicConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The cluster that this daemon's node belongs to. Immutable.
 *
 * @param client {@code bootstrap.servers}, and {@code kafka.<key>}: properties of Kafka's clients; never printed
 * @param stateTopic {@code state.topic}; default {@code __mirror_state}
 * @param progressTopic {@code progress.topic}; default {@code __mirror_progress}
 * @param dataDir {@code data.dir}: files that must last; default {@code /var/lib/kmirrord}
 * @param salvageDir {@code salvage.dir}: where what a cut removes is saved, never below a log dir of the broker; default
 *     {@code salvage} in the data dir
 */
public record DestinationConfig(
        Map<String, Object> client, String stateTopic, String progressTopic, Path dataDir, Path salvageDir) {
    static final String DATA_DIR = "data.dir";
    private static final Path DATA = Path.of("/var/lib/kmirrord");

    public DestinationConfig {
        client = Map.copyOf(client);
    }

    static DestinationConfig from(SettingsReader settings) {
        List<String> bootstrap = settings.required("bootstrap.servers", List.of("unset:1"), SourceSettings::endpoints);
        Map<String, Object> client = new HashMap<>(settings.prefixed("kafka."));
        client.put("bootstrap.servers", String.join(",", bootstrap));
        Path data = settings.optional(DATA_DIR, DATA, AppendConfig::absolute);
        return new DestinationConfig(
                client,
                settings.optional("state.topic", StateTopicConfig.DEFAULT_STATE_TOPIC, text -> text),
                settings.optional("progress.topic", StateTopicConfig.DEFAULT_PROGRESS_TOPIC, text -> text),
                data,
                settings.optional("salvage.dir", data.resolve("salvage"), AppendConfig::absolute));
    }

    /** The client of the state topic. */
    public StateTopicConfig state() {
        return StateTopicConfig.of(client)
                .withStateTopic(stateTopic)
                .withProgressTopic(progressTopic)
                .withMemory(dataDir);
    }

    @Override
    public String toString() {
        return "DestinationConfig[bootstrap.servers=" + client.get("bootstrap.servers") + ", stateTopic=" + stateTopic
                + "]";
    }
}
