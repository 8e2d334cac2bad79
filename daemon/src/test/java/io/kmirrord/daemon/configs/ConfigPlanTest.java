// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.fake.FakeConfigs;
import io.kmirrord.statemachine.settings.ConfigSettings;
import io.kmirrord.statemachine.settings.ConfigSettings.OnShrink;
import io.kmirrord.statemachine.view.RecordValue.ConfigSync;
import io.kmirrord.statemachine.view.RecordValue.Shrink;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a topic's configs, each case of the guide's table. */
final class ConfigPlanTest {
    private static final long DAY = 86_400_000;
    private static final long NOW = 100 * DAY;

    private Map<String, String> source = Map.of();
    private Map<String, String> here = Map.of();
    private Map<String, String> taken = Map.of();
    private Map<String, Shrink> shrinks = Map.of();
    private Map<String, RefusedValue> refused = Map.of();
    private ConfigSettings settings = settings(OnShrink.DELAY, Map.of(), Set.of());
    private long now = NOW;

    private static ConfigSettings settings(OnShrink onShrink, Map<String, String> overrides, Set<String> excludes) {
        return new ConfigSettings(overrides, excludes, 30_000, onShrink, DAY);
    }

    private ConfigPlan plan() {
        return ConfigPlan.of(new ConfigSituation(
                "a",
                new TopicConfigs(source, FakeConfigs.INHERITED),
                new TopicConfigs(here, FakeConfigs.INHERITED),
                settings,
                false,
                new ConfigSync(4, taken, shrinks, false, 1),
                refused,
                now));
    }

    /** Plays the destination and the state topic: what comes next is decided after it. */
    private ConfigPlan carriedOut() {
        ConfigPlan plan = plan();
        Map<String, String> after = new HashMap<>(here);
        after.putAll(plan.change().set());
        after.keySet().removeAll(plan.change().removed());
        here = after;
        taken = plan.memory().set();
        shrinks = plan.memory().shrinks();
        return plan;
    }

    private void settled() {
        carriedOut();
        ConfigPlan next = plan();
        assertThat(next.change().isEmpty()).as(next.toString()).isTrue();
        assertThat(next.memory().revision()).isEqualTo(4);
    }

    private static List<String> reasons(ConfigPlan plan) {
        return plan.skipped().stream().map(Skipped::reason).toList();
    }

    @Test
    void whatTheSourceSetsIsSetAndRememberedOnce() {
        source = Map.of("segment.bytes", "1048576", "retention.ms", "700000000");
        ConfigPlan plan = carriedOut();
        assertThat(plan.change()).isEqualTo(new ConfigChange(source, Set.of()));
        assertThat(plan.memory()).isEqualTo(new ConfigSync(5, source, Map.of(), false, NOW));
        assertThat(plan.skipped()).isEmpty();
        assertThat(plan.setBack()).isEmpty();
        settled();
    }

    @Test
    void whatTheSourceChangesIsChanged() {
        source = Map.of("segment.bytes", "2097152");
        here = Map.of("segment.bytes", "1048576");
        taken = here;
        assertThat(plan().change().set()).isEqualTo(source);
        assertThat(plan().setBack()).isEmpty();
        settled();
    }

    @Test
    void whatTheSourceRemovesIsRemovedAndForgottenOnceItIsGone() {
        here = Map.of("segment.bytes", "1048576");
        taken = here;
        ConfigPlan plan = carriedOut();
        assertThat(plan.change()).isEqualTo(new ConfigChange(Map.of(), Set.of("segment.bytes")));
        assertThat(plan.memory().set())
                .as("a removal that fails is tried again")
                .containsKey("segment.bytes");
        ConfigPlan next = carriedOut();
        assertThat(next.change().isEmpty()).isTrue();
        assertThat(next.memory().set()).isEmpty();
        settled();
    }

    @Test
    void aKeyThatOnlyTheDestinationHasIsItsOwn() {
        here = Map.of("flush.ms", "5", "min.insync.replicas", "2");
        source = Map.of("min.insync.replicas", "1", "segment.bytes", "1048576");
        assertThat(plan().change().set()).isEqualTo(Map.of("segment.bytes", "1048576"));
        assertThat(plan().change().removed()).isEmpty();
        settled();
    }

    @Test
    void whatBothHaveAlreadyGoesWithTheSourceFromThenOn() {
        source = Map.of("segment.bytes", "1048576");
        here = source;
        assertThat(carriedOut().change().isEmpty()).isTrue();
        source = Map.of();
        assertThat(plan().change().removed()).containsExactly("segment.bytes");
    }

    @Test
    void whatIsChangedHereIsSetBackAndTold() {
        source = Map.of("retention.ms", "1000", "segment.bytes", "1048576");
        taken = source;
        here = Map.of("retention.ms", "9000");
        ConfigPlan plan = carriedOut();
        assertThat(plan.change().set()).isEqualTo(source);
        assertThat(plan.setBack())
                .containsExactly("retention.ms from 9000 to 1000", "segment.bytes from unset to 1048576");
        settled();
    }

    @Test
    void theMirrorsOwnSettingWinsOverTheSourceAndOverTheExcludes() {
        settings = settings(
                OnShrink.KEEP, Map.of("retention.ms", "1000", "min.insync.replicas", "2"), Set.of("retention.ms"));
        source = Map.of("retention.ms", "700000000");
        assertThat(plan().change().set()).isEqualTo(Map.of("retention.ms", "1000", "min.insync.replicas", "2"));
        assertThat(plan().skipped()).isEmpty();
        settled();
    }

    @Test
    void whatIsExcludedIsLeftAsItIsAlsoIfItWasTakenOverBefore() {
        settings = settings(OnShrink.DELAY, Map.of(), Set.of("segment.bytes", "flush.ms"));
        source = Map.of("segment.bytes", "1048576");
        here = Map.of("segment.bytes", "2097152", "flush.ms", "5");
        taken = here;
        assertThat(plan().change().isEmpty()).isTrue();
        assertThat(plan().memory().set()).isEmpty();
    }

    @Test
    void aKeyThatTheDestinationDoesNotKnowIsReportedAndTheOthersGoOn() {
        source = Map.of("key.of.a.later.release", "1", "segment.bytes", "1048576");
        ConfigPlan plan = carriedOut();
        assertThat(plan.change().set()).isEqualTo(Map.of("segment.bytes", "1048576"));
        assertThat(plan.skipped()).singleElement().satisfies(one -> {
            assertThat(one.reason()).isEqualTo("UNSUPPORTED_KEY");
            assertThat(one.name()).isEqualTo("a key.of.a.later.release");
        });
        settled();
    }

    @Test
    void aValueThatWasRefusedIsNotTriedUntilTheSourceHasAnother() {
        source = Map.of("segment.bytes", "14");
        refused = Map.of("segment.bytes", new RefusedValue("14", "at least 1048576", NOW));
        assertThat(plan().change().isEmpty()).isTrue();
        assertThat(reasons(plan())).containsExactly("INVALID_VALUE");
        assertThat(plan().skipped().get(0).text()).contains("cannot become 14 here: at least 1048576");
        source = Map.of("segment.bytes", "1048576");
        assertThat(plan().change().set()).isEqualTo(source);
    }

    @Test
    @DisplayName("F10: less retention waits until the source has held it for the delay, also over a change of owner")
    void f10ShrinkingWaits() {
        source = Map.of("retention.ms", "1000");
        here = Map.of("retention.ms", "604800000");
        taken = here;
        ConfigPlan first = carriedOut();
        assertThat(first.change().isEmpty()).isTrue();
        assertThat(first.memory().set()).isEqualTo(here);
        assertThat(first.memory().shrinks()).isEqualTo(Map.of("retention.ms", new Shrink("1000", NOW)));
        assertThat(first.skipped()).singleElement().satisfies(one -> {
            assertThat(one.reason()).isEqualTo("SHRINK_DELAYED");
            assertThat(one.text()).contains("is 1000 at the source, 604800000 here", "applied at 1970-04-12T00:00:00Z");
        });
        now = NOW + DAY - 1;
        // Whoever has the duties by now knows only what was recorded.
        ConfigPlan later = plan();
        assertThat(later.change().isEmpty()).isTrue();
        assertThat(later.skipped()).as("it is told once").isEqualTo(first.skipped());
        assertThat(later.memory().revision()).as("and written once").isEqualTo(4);
        now = NOW + DAY;
        ConfigPlan due = carriedOut();
        assertThat(due.change().set()).isEqualTo(source);
        assertThat(due.memory().shrinks()).as("until it was seen done").isNotEmpty();
        assertThat(due.skipped()).isEmpty();
        assertThat(carriedOut().memory().shrinks()).isEmpty();
        settled();
    }

    @Test
    void aShrinkThatTheSourceTakesBackIsForgottenAndAnotherBeginsAnew() {
        source = Map.of("retention.ms", "1000");
        here = Map.of("retention.ms", "604800000");
        taken = here;
        carriedOut();
        now = NOW + DAY / 2;
        source = Map.of("retention.ms", "2000");
        assertThat(carriedOut().memory().shrinks()).isEqualTo(Map.of("retention.ms", new Shrink("2000", now)));
        source = here;
        ConfigPlan back = carriedOut();
        assertThat(back.change().isEmpty()).isTrue();
        assertThat(back.memory().shrinks()).isEmpty();
        now = NOW + 3 * DAY;
        settled();
    }

    @Test
    void aShrinkIsAppliedAtOnceOrNeverWhereTheMirrorSaysSo() {
        source = Map.of("retention.ms", "1000");
        here = Map.of("retention.ms", "604800000");
        taken = here;
        settings = settings(OnShrink.APPLY, Map.of(), Set.of());
        assertThat(plan().change().set()).isEqualTo(source);
        settings = settings(OnShrink.KEEP, Map.of(), Set.of());
        ConfigPlan kept = plan();
        assertThat(kept.change().isEmpty()).isTrue();
        assertThat(reasons(kept)).containsExactly("SHRINK_KEPT");
        assertThat(kept.memory().revision()).isEqualTo(4);
    }

    /** What holds here without a value of the topic's own: retention.ms of 7 days, retention.bytes of -1, delete. */
    @ParameterizedTest
    @CsvSource({
        "retention.ms, 1000, 999, true",
        "retention.ms, 1000, 1000.0, false",
        "retention.ms, 1000, 1001, false",
        "retention.ms, -1, 999, true",
        "retention.ms, 1000, -1, false",
        "retention.ms, , 604799999, true",
        "retention.ms, , 604800001, false",
        "retention.ms, 604800001, , true",
        "retention.ms, 604799999, , false",
        "retention.bytes, , 1000, true",
        "retention.bytes, 1000, , false",
        "retention.bytes, 1000, 500, true",
        "cleanup.policy, compact, delete, true",
        "cleanup.policy, compact, 'compact,delete', true",
        "cleanup.policy, compact, , true",
        // A log of events without keys would lose all but its newest segment by it.
        "cleanup.policy, , compact, true",
        "cleanup.policy, delete, compact, true",
        "cleanup.policy, delete, 'compact,delete', true",
        "cleanup.policy, '', compact, true",
        "cleanup.policy, 'delete,compact', compact, false",
        "cleanup.policy, compact, '', false",
        "cleanup.policy, 'delete,compact', 'compact, delete', false",
        "cleanup.policy, 'delete,compact', delete, false",
        // They hasten what may be deleted or compacted already.
        "segment.bytes, 2097152, 1048576, false",
        "segment.ms, 86400000, 1000, false",
        "max.compaction.lag.ms, 86400000, 1000, false",
        "min.cleanable.dirty.ratio, 0.5, 0.01, false",
        // Nothing is compacted here.
        "min.compaction.lag.ms, 86400000, 0, false",
        "delete.retention.ms, , 1000, false",
    })
    void onlyWhatLetsTheCopyKeepLessWaits(String key, String before, String after, boolean waits) {
        here = before == null ? Map.of() : Map.of(key, before);
        taken = here;
        source = after == null ? Map.of() : Map.of(key, after);
        assertThat(reasons(plan())).isEqualTo(waits ? List.of("SHRINK_DELAYED") : List.of());
        assertThat(plan().memory().shrinks().containsKey(key)).isEqualTo(waits);
    }

    /** A compacted log keeps records for a time before they are compacted, and signs of deletion after it. */
    @ParameterizedTest
    @CsvSource({
        "min.compaction.lag.ms, 86400000, 0, true",
        "min.compaction.lag.ms, 86400000, , true",
        "min.compaction.lag.ms, , 86400000, false",
        "delete.retention.ms, , 1000, true",
        "delete.retention.ms, , 86400001, false",
        "delete.retention.ms, 86400001, , true",
        "max.compaction.lag.ms, , 1000, false",
    })
    void aCompactedTopicWaitsForTheseToo(String key, String before, String after, boolean waits) {
        here = new HashMap<>(Map.of("cleanup.policy", "compact"));
        source = new HashMap<>(here);
        if (before != null) {
            here.put(key, before);
        }
        if (after != null) {
            source.put(key, after);
        }
        taken = here;
        assertThat(reasons(plan())).isEqualTo(waits ? List.of("SHRINK_DELAYED") : List.of());
    }

    @Test
    void compactionThatWaitsKeepsNothingElseAwayAndIsDroppedIfTakenBack() {
        here = Map.of("cleanup.policy", "delete");
        taken = here;
        source = Map.of("cleanup.policy", "compact", "segment.bytes", "1048576");
        ConfigPlan first = carriedOut();
        assertThat(first.change().set()).isEqualTo(Map.of("segment.bytes", "1048576"));
        assertThat(first.skipped())
                .singleElement()
                .satisfies(one ->
                        assertThat(one.text()).contains("is compact at the source, delete here: less would be kept"));
        source = Map.of("cleanup.policy", "delete", "segment.bytes", "1048576");
        assertThat(carriedOut().memory().shrinks()).isEmpty();
        now = NOW + 3 * DAY;
        settled();
    }

    @Test
    void aSpellingOfTheDestinationsOwnIsNoDifference() {
        settings = settings(
                OnShrink.DELAY,
                Map.of("min.cleanable.dirty.ratio", "0.50", "cleanup.policy", "delete, compact"),
                Set.of());
        here = Map.of("min.cleanable.dirty.ratio", "0.5", "cleanup.policy", "delete,compact");
        Map<String, String> known = FakeConfigs.INHERITED;
        ConfigPlan plan = ConfigPlan.of(new ConfigSituation(
                "a",
                new TopicConfigs(Map.of(), known),
                new TopicConfigs(here, known),
                settings,
                false,
                ConfigPlan.NOTHING_TAKEN,
                Map.of(),
                NOW));
        assertThat(plan.change().isEmpty()).as(plan.toString()).isTrue();
        assertThat(plan.skipped()).isEmpty();
    }

    @Test
    void uncleanElectionAtTheSourceIsToldAndNotTakenOver() {
        source = Map.of("unclean.leader.election.enable", "true");
        ConfigPlan plan = carriedOut();
        assertThat(plan.change().isEmpty()).isTrue();
        assertThat(plan.skipped()).singleElement().satisfies(one -> {
            assertThat(one.reason()).isEqualTo("SOURCE_UNCLEAN_ELECTION");
            assertThat(one.text()).contains("the source may elect a leader that lacks records", "Set it to false");
        });
        settled();
    }
}
