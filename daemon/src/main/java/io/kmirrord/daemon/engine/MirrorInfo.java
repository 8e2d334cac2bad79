// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.statemachine.Settings;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.settings.SettingsException;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateView;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the state topic says of a mirror. Immutable.
 *
 * @param config as written
 * @param settings of it; null if they cannot be read
 * @param problem why, else empty
 * @param sourceClusterId of the cluster that it was made for, null until a daemon has asked the source
 * @param topics newest wishes by topic
 */
record MirrorInfo(
        String name,
        Map<String, String> config,
        @Nullable MirrorSettings settings,
        String problem,
        @Nullable String sourceClusterId,
        Map<String, StateView.TopicWish> topics) {

    static MirrorInfo of(String name, RecordValue.Mirror definition, Map<String, StateView.TopicWish> topics) {
        Map<String, String> config = definition.config();
        String source = definition.sourceClusterId();
        try {
            return new MirrorInfo(name, config, MirrorSettings.parse(config), "", source, Map.copyOf(topics));
        } catch (SettingsException e) {
            return new MirrorInfo(name, config, null, String.join("; ", e.problems()), source, Map.copyOf(topics));
        }
    }

    /**
     * What decisions about a topic read. A mirror whose settings cannot be read can still be stopped; its retries take the
     * defaults, and nothing else of it is decided.
     */
    Settings settings(boolean compacted, long deleteRetentionMs) {
        MirrorSettings present = settings;
        if (present != null) {
            return present.forTopic(compacted, deleteRetentionMs);
        }
        try {
            return MirrorSettings.parse(Map.of("source.bootstrap.servers", "unset:1"))
                    .forTopic(compacted, deleteRetentionMs);
        } catch (SettingsException e) {
            throw new IllegalStateException("the defaults can be used", e);
        }
    }
}
