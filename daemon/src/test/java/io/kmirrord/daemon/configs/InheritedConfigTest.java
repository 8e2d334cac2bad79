// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.fake.FakeConfigs;
import io.kmirrord.statemachine.settings.ConfigSettings;
import io.kmirrord.statemachine.settings.ConfigSettings.OnShrink;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which defaults of two clusters are told. */
final class InheritedConfigTest {
    private final Map<String, String> there = new HashMap<>(FakeConfigs.INHERITED);
    private final Map<String, String> here = new HashMap<>(FakeConfigs.INHERITED);
    private Map<String, String> own = Map.of();
    private Set<String> excludes = Set.of();

    private ConfigSituation situation(String topic) {
        return new ConfigSituation(
                topic,
                new TopicConfigs(own, there),
                new TopicConfigs(own, here),
                new ConfigSettings(Map.of(), excludes, 30_000, OnShrink.DELAY, 1),
                false,
                ConfigPlan.NOTHING_TAKEN,
                Map.of(),
                1);
    }

    private List<InheritedConfig> found() {
        return InheritedConfig.of(List.of(situation("a")));
    }

    @ParameterizedTest
    @CsvSource({
        "retention.ms, -1, 604800000, true",
        "retention.ms, 604800000, 604800001, false",
        "retention.ms, 604800000, 604800000.0, false",
        "retention.ms, 604800000, -1, false",
        "retention.bytes, 2000, 1000, true",
        "retention.bytes, -1, 1000, true",
        "cleanup.policy, compact, delete, true",
        "cleanup.policy, delete, compact, true",
        "cleanup.policy, delete, 'delete', false",
        "max.message.bytes, 10485760, 1048588, true",
        "max.message.bytes, 1000012, 1048588, false",
        // Neither is told by a cluster that keeps it to itself.
        "retention.ms, '', 604800000, false",
        "retention.ms, -1, '', false",
        // Nothing is compacted.
        "delete.retention.ms, 2000, 1000, false",
        "segment.bytes, 2000, 1000, false",
        "min.insync.replicas, 2, 1, false",
    })
    void whatIsKeptOrTakenLess(String key, String source, String destination, boolean less) {
        there.put(key, source);
        here.put(key, destination);
        assertThat(found())
                .isEqualTo(less ? List.of(new InheritedConfig(key, source, destination, List.of("a"))) : List.of());
    }

    @Test
    void aCompactedTopicHasOtherKeysThatCount() {
        own = Map.of("cleanup.policy", "compact");
        there.put("retention.ms", "-1");
        there.put("delete.retention.ms", "90000000");
        there.put("min.compaction.lag.ms", "1");
        assertThat(found())
                .extracting(InheritedConfig::key)
                .containsExactly("delete.retention.ms", "min.compaction.lag.ms");
    }

    @Test
    void whatIsExcludedIsMeantToDiffer() {
        there.put("retention.ms", "-1");
        excludes = Set.of("retention.ms");
        assertThat(found()).isEmpty();
    }

    @Test
    void aKeyThatOneSideDoesNotKnowIsNotCompared() {
        there.put("retention.ms", "-1");
        here.remove("retention.ms");
        assertThat(found()).isEmpty();
    }

    @Test
    void manyTopicsAreOneLine() {
        there.put("retention.ms", "-1");
        List<ConfigSituation> all = IntStream.range(100, 600)
                .mapToObj(number -> situation("t" + number))
                .toList();
        assertThat(InheritedConfig.of(all)).singleElement().satisfies(one -> {
            assertThat(one.topics()).hasSize(500);
            assertThat(one.names()).isEqualTo("t100, t101, t102, t103, t104 and 495 more");
        });
    }
}
