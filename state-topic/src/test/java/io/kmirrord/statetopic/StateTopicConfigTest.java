// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class StateTopicConfigTest {
    @Test
    void defaults() {
        StateTopicConfig config = StateTopicConfig.of("a:9092");
        assertThat(config.stateTopic()).isEqualTo("__mirror_state");
        assertThat(config.progressTopic()).isEqualTo("__mirror_progress");
        assertThat(config.timeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(config.memory()).isEmpty();
        Path folder = Path.of("/data");
        assertThat(config.withMemory(folder)
                        .withStateTopic("s")
                        .withProgressTopic("p")
                        .withTimeout(Duration.ofSeconds(1)))
                .isEqualTo(new StateTopicConfig(
                        Map.of("bootstrap.servers", "a:9092"), "s", "p", Duration.ofSeconds(1), Optional.of(folder)));
    }

    @Test
    void badValuesAreNamed() {
        StateTopicConfig config = StateTopicConfig.of("a:9092");
        assertThatThrownBy(() -> StateTopicConfig.of(Map.of("sasl.jaas.config", "secret-7")))
                .hasMessageContaining("bootstrap.servers")
                .hasMessageNotContaining("secret-7");
        assertThatThrownBy(() -> config.withStateTopic("a b")).hasMessageContaining("'a b'");
        assertThatThrownBy(() -> config.withStateTopic("..")).hasMessageContaining("'..'");
        assertThatThrownBy(() -> config.withProgressTopic("__mirror_state")).hasMessageContaining("two names");
        assertThatThrownBy(() -> config.withTimeout(Duration.ZERO)).hasMessageContaining("PT0S");
    }

    @Test
    void r7SecretsAreNeverPrinted() {
        Map<String, Object> properties =
                Map.of("bootstrap.servers", "a:9092", "sasl.jaas.config", "password=\"hunter2\"");
        assertThat(StateTopicConfig.of(properties).toString())
                .contains("a:9092", "sasl.jaas.config")
                .doesNotContain("hunter2");
    }
}
