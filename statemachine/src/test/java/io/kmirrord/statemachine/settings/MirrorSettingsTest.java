// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kmirrord.statemachine.Settings.OnGap;
import io.kmirrord.statemachine.Settings.OnLongPause;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MirrorSettingsTest {

    @Test
    void theDefaultsNeedABootstrapServerAlone() throws SettingsException {
        MirrorSettings settings = MirrorSettings.parse(Map.of("source.bootstrap.servers", "a:9092, [::1]:9093"));
        assertThat(settings.source().bootstrap()).containsExactly("a:9092", "[::1]:9093");
        assertThat(settings.onGap()).isEqualTo(OnGap.CONTINUE);
        assertThat(settings.onLongPause()).isEqualTo(OnLongPause.FAIL);
        assertThat(settings.supportUncleanElection()).isFalse();
    }

    @Test
    void everyProblemIsNamedWithWhatIsAccepted() {
        List<String> problems = catchThrowableOfType(
                        SettingsException.class,
                        () -> MirrorSettings.parse(Map.of(
                                "source.bootstrap.servers", "a:99999",
                                "on.gap", "skip",
                                "on.long.pause", "FULL_COPY",
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
                        "replication.factor = '0'; accepted: -1 (default of the destination), or 1 to 32767",
                        "retry.max.backoff.ms = '5'; accepted: at least retry.initial.backoff.ms, 10",
                        "sasl.jaas.config is not a setting; nearest: topic.config.");
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
