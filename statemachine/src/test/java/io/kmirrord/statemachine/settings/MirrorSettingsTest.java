// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kmirrord.statemachine.Settings.OnGap;
import io.kmirrord.statemachine.Settings.OnLongPause;
import io.kmirrord.statemachine.settings.ConfigSettings.OnShrink;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MirrorSettingsTest {

    @Test
    void theDefaultsNeedABootstrapServerAlone() throws SettingsException {
        MirrorSettings settings = MirrorSettings.parse(Map.of("source.bootstrap.servers", "a:9092, [::1]:9093"));
        assertThat(settings.source().bootstrap()).containsExactly("a:9092", "[::1]:9093");
        assertThat(settings.onGap()).isEqualTo(OnGap.CONTINUE);
        assertThat(settings.onLongPause()).isEqualTo(OnLongPause.FAIL);
        assertThat(settings.supportUncleanElection()).isFalse();
        assertThat(settings.configs())
                .isEqualTo(new ConfigSettings(Map.of(), Set.of(), 30_000, OnShrink.DELAY, 86_400_000));
    }

    @Test
    void configsAreTheSourcesUnlessExcludedAndTheMirrorsWhereItSaysSo() throws SettingsException {
        ConfigSettings configs = MirrorSettings.parse(Map.of(
                        "source.bootstrap.servers", "a:9092",
                        "topic.properties.exclude", "segment.bytes, flush.ms",
                        "topic.config.retention.ms", "5",
                        "topic.config.min.insync.replicas", "2"))
                .configs();
        assertThat(configs.wanted(Map.of(
                        "retention.ms", "1",
                        "segment.bytes", "1",
                        "flush.ms", "1",
                        "cleanup.policy", "compact",
                        "min.insync.replicas", "1",
                        "message.timestamp.type", "CreateTime",
                        "unclean.leader.election.enable", "true",
                        "remote.storage.enable", "true",
                        "leader.replication.throttled.replicas", "*")))
                .isEqualTo(Map.of("retention.ms", "5", "cleanup.policy", "compact", "min.insync.replicas", "2"));
    }

    @Test
    void everyProblemIsNamedWithWhatIsAccepted() {
        List<String> problems = catchThrowableOfType(
                        SettingsException.class,
                        () -> MirrorSettings.parse(Map.of(
                                "source.bootstrap.servers", "a:99999",
                                "on.gap", "skip",
                                "on.long.pause", "FULL_COPY",
                                "on.source.delete", "delete",
                                "replication.factor", "0",
                                "retry.initial.backoff.ms", "10",
                                "retry.max.backoff.ms", "5",
                                "source.address.map", "a:1=b",
                                "sasl.jaas.config", "x")))
                .problems();
        assertThat(problems)
                .containsExactlyInAnyOrder(
                        "source.bootstrap.servers: 'a:99999'; accepted: host:port, [v6]:port, port 1 to 65535",
                        "source.address.map: 'b'; accepted: host:port, [v6]:port, port 1 to 65535",
                        "on.gap: 'skip'; accepted: continue, fail",
                        "on.long.pause: 'FULL_COPY'; accepted: full-copy, fail",
                        "on.source.delete: 'delete'; accepted: keep, stop",
                        "replication.factor = '0'; accepted: -1 (default of the destination), or 1 to 32767",
                        "retry.max.backoff.ms = '5'; accepted: at least retry.initial.backoff.ms, 10",
                        "sasl.jaas.config is not a setting; nearest: topic.config.");
    }

    @Test
    void problemsOfConfigsAreNamedToo() {
        assertThat(catchThrowableOfType(
                                SettingsException.class,
                                () -> MirrorSettings.parse(Map.of(
                                        "source.bootstrap.servers", "a:9092",
                                        "on.source.shrink", "never",
                                        "topic.properties.exclude", "a,,b",
                                        "topic.config.remote.storage.enable", "true")))
                        .problems())
                .containsExactlyInAnyOrder(
                        "on.source.shrink: 'never'; accepted: delay, apply, keep",
                        "topic.properties.exclude: 'a,,b'; accepted: keys of topic configs, comma-separated, such as "
                                + "segment.bytes",
                        "topic.config.remote.storage.enable = 'true'; accepted: false, as the log of a mirror topic is "
                                + "all of it");
    }

    @Test
    void namesFollowTheRulesOfTopics() {
        assertThat(Names.mirror("west-1.a_b")).isEqualTo("west-1.a_b");
        assertThatThrownBy(() -> Names.mirror("a/b")).hasMessageContaining("'a/b'; accepted: 1 to 100");
        assertThatThrownBy(() -> Names.mirror("..")).isInstanceOf(IllegalArgumentException.class);
        assertThat(Names.isTopic("pay.*")).isFalse();
        assertThat(Names.isInternal("__consumer_offsets")).isTrue();
    }
}
