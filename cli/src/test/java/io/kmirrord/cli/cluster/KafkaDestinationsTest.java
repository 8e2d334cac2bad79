// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.statetopic.StateTopicConfig;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class KafkaDestinationsTest {
    /** Little above what the client allows one request. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Destinations destinations = new KafkaDestinations();

    @Test
    void aClusterThatDoesNotAnswerIsUnreachable() {
        var nobody = StateTopicConfig.of("127.0.0.1:1").withTimeout(TIMEOUT);
        assertThatThrownBy(() -> destinations.open(nobody, false, Clock.systemUTC()))
                .hasMessageContaining("KM4001")
                .hasMessageContaining("127.0.0.1:1");
    }

    @Test
    void propertiesThatKafkaDoesNotTakeAreNamed() {
        var bad = StateTopicConfig.of(Map.of("bootstrap.servers", "127.0.0.1:1", "security.protocol", "SSLL"))
                .withTimeout(TIMEOUT);
        assertThatThrownBy(() -> destinations.open(bad, false, Clock.systemUTC()))
                .hasMessageContaining("KM1011")
                .hasMessageContaining("SSLL");
    }
}
