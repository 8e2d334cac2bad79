// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.configs.ConfigSituation;
import io.kmirrord.daemon.configs.TopicConfigs;
import io.kmirrord.daemon.fake.FakeConfigs;
import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Difference.Kind;
import io.kmirrord.statemachine.settings.ConfigSettings;
import io.kmirrord.statemachine.settings.ConfigSettings.OnShrink;
import io.kmirrord.statemachine.view.RecordValue.ConfigSync;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ConfigComparisonTest {
    private static final long DAY = 86_400_000;

    private Map<String, String> source = Map.of();
    private Map<String, String> here = Map.of();
    private Map<String, String> taken = Map.of();
    private Map<String, String> reported = Map.of();
    private Map<String, String> overrides = Map.of();
    private boolean followed = true;

    private List<Difference> differences() {
        return ConfigComparison.of(
                new ConfigSituation(
                        "a",
                        new TopicConfigs(source, FakeConfigs.INHERITED),
                        new TopicConfigs(here, FakeConfigs.INHERITED),
                        new ConfigSettings(overrides, Set.of("flush.ms"), 30_000, OnShrink.DELAY, DAY),
                        false,
                        new ConfigSync(1, taken, Map.of(), false, 1),
                        Map.of(),
                        100 * DAY),
                followed,
                reported);
    }

    private Difference only() {
        assertThat(differences()).hasSize(1);
        return differences().get(0);
    }

    @Test
    void theSameInAnotherSpellingIsNoDifference() {
        source = Map.of("retention.ms", "1000", "cleanup.policy", "compact,delete");
        here = Map.of("retention.ms", " 1000", "cleanup.policy", "compact, delete");
        assertThat(differences()).isEmpty();
    }

    @Test
    void whatTheNextRoundSetsRightNeedsALookUntilThen() {
        source = Map.of("segment.bytes", "1048576");
        assertThat(only().name()).isEqualTo("a segment.bytes");
        assertThat(only().kind()).isEqualTo(Kind.ONLY_SOURCE);
        assertThat(only().intended()).isFalse();
        assertThat(only().note()).isEqualTo("the next round of the sync makes it as at the source");
        followed = false;
        assertThat(only().note()).contains("not synced while no partition");
        reported = Map.of("a segment.bytes", "INVALID_VALUE: too small");
        assertThat(only().note()).isEqualTo("INVALID_VALUE: too small");
        source = Map.of();
        here = Map.of("segment.bytes", "1048576");
        taken = here;
        assertThat(only().kind()).as("removed at the source").isEqualTo(Kind.ONLY_DESTINATION);
        assertThat(only().intended()).isFalse();
    }

    @Test
    void whatTheMirrorMeansToDifferIsMarked() {
        source = Map.of("flush.ms", "5", "min.insync.replicas", "2");
        here = Map.of("flush.ms", "9", "segment.bytes", "1048576");
        assertThat(differences())
                .extracting(Difference::note)
                .containsExactly(
                        "not taken over: topic.properties.exclude",
                        "never taken over from a source",
                        "set here and never taken over from the source");
        assertThat(differences()).allMatch(Difference::intended);
        overrides = Map.of("segment.bytes", "1048576");
        source = Map.of();
        here = Map.of("segment.bytes", "1048576");
        assertThat(only().note()).isEqualTo("topic.config.segment.bytes of the mirror");
        assertThat(only().intended()).isTrue();
        here = Map.of();
        assertThat(differences()).as("the same on both sides").isEmpty();
    }

    @Test
    void aShrinkThatWaitsIsIntendedAndAKeyThatIsNotKnownHereIsNot() {
        source = Map.of("retention.ms", "1000");
        here = Map.of("retention.ms", "9000");
        taken = here;
        assertThat(only().note()).startsWith("SHRINK_DELAYED: is 1000 at the source, 9000 here");
        assertThat(only().intended()).isTrue();
        source = Map.of("new.key", "1");
        here = Map.of();
        taken = Map.of();
        assertThat(only().note()).startsWith("UNSUPPORTED_KEY");
        assertThat(only().intended()).isFalse();
    }

    @Test
    void whatBrokersSetIsOneDifferenceOfAllTopicsWithoutAValue() {
        Map<String, String> there = new HashMap<>(FakeConfigs.INHERITED);
        there.put("retention.ms", "-1");
        List<ConfigSituation> situations = new ArrayList<>();
        for (String name : List.of("a", "b")) {
            situations.add(new ConfigSituation(
                    name,
                    new TopicConfigs(Map.of(), there),
                    new TopicConfigs(Map.of(), FakeConfigs.INHERITED),
                    new ConfigSettings(Map.of(), Set.of(), 30_000, OnShrink.DELAY, DAY),
                    false,
                    new ConfigSync(1, Map.of(), Map.of(), false, 1),
                    Map.of(),
                    100 * DAY));
        }
        assertThat(ConfigComparison.inherited(situations)).singleElement().satisfies(one -> {
            assertThat(one.name()).isEqualTo("a, b retention.ms");
            assertThat(one.kind()).isEqualTo(Kind.DIFFERS);
            assertThat(one.source()).isEqualTo("-1");
            assertThat(one.destination()).isEqualTo("604800000");
            assertThat(one.note()).startsWith("INHERITED_LESS: less is kept here than at the source; ");
            assertThat(one.intended()).isFalse();
        });
    }
}
