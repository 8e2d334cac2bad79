// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KafkaVersionTest {
    @Test
    void versionsAreComparedByNumber() {
        assertThat(KafkaVersion.parse("3.10.0")).isGreaterThan(KafkaVersion.parse("3.9.2"));
        assertThat(KafkaVersion.parse("2.1.1")).hasToString("2.1.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4", "4.4", "4.4.0.1", "4.x.0", "banana"})
    void whatIsNoVersionIsNamedWithExamples(String text) {
        assertThatThrownBy(() -> KafkaVersion.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("4.4.0");
    }

    @ParameterizedTest
    @CsvSource({"4.4.0,2.13,false,true", "3.9.2,2.13,false,false", "3.2.3,2.13,true,false", "2.1.1,2.12,true,false"})
    void eachLineIsRunAsItsTimeDid(String text, String scala, boolean zooKeeper, boolean log4j2) {
        var version = KafkaVersion.parse(text);
        assertThat(version.scala()).isEqualTo(scala);
        assertThat(version.needsZooKeeper()).isEqualTo(zooKeeper);
        assertThat(version.usesLog4j2()).isEqualTo(log4j2);
    }

    @Test
    void theVersionsOfTheBuildAreKnown() {
        assertThat(Versions.DESTINATIONS).isSorted().contains(Versions.DEFAULT).hasSize(4);
        assertThat(Versions.OLD_SOURCES)
                .isNotEmpty()
                .allSatisfy(version -> assertThat(version).isLessThan(Versions.DESTINATIONS.get(0)));
    }
}
