// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Settings and patterns to change. Immutable. */
public record ConfigPlan(
        String mirror, Map<String, String> set, List<String> unset, PatternEdit includes, PatternEdit excludes) {
    public ConfigPlan {
        set = Map.copyOf(set);
        unset = List.copyOf(unset);
        for (var key : unset) {
            if (set.containsKey(key)) {
                throw CliError.CONTRADICTION.with("--set " + key, "--unset " + key);
            }
        }
    }

    /** Whether nothing is to be changed. */
    public boolean isEmpty() {
        return set.isEmpty() && unset.isEmpty() && includes.isEmpty() && excludes.isEmpty();
    }

    /**
     * Decides. Topics that were started stay as they are, whatever the patterns say by now.
     *
     * @throws io.kmirrord.cli.CliException UNKNOWN_MIRROR, SETTING_NOT_SET, PATTERN_NOT_SET, BAD_SETTINGS, SOURCE_MISSING
     */
    public Plan decide(StateView view, Stamp stamp) {
        var present = MirrorFacts.definition(view, mirror);
        var config = new TreeMap<>(present.config());
        var steps = new ArrayList<String>();
        for (var key : unset) {
            if (config.remove(key) == null) {
                throw CliError.SETTING_NOT_SET.with(
                        key,
                        mirror,
                        String.join(
                                ", ",
                                present.config().keySet().stream().sorted().toList()));
            }
            steps.add("unset " + key);
        }
        new TreeMap<>(set).forEach((key, value) -> {
            if (!value.equals(config.put(key, value))) {
                steps.add("set " + key + "=" + value);
            }
        });
        var changed = MirrorEdits.with(
                present,
                mirror,
                config,
                includes.of(present.includes(), mirror, steps),
                excludes.of(present.excludes(), mirror, steps),
                stamp.nowMs());
        if (steps.isEmpty()) {
            return Plan.nothing("mirror " + mirror + " has these settings already");
        }
        return new Plan(
                steps,
                List.of(
                        stamp.operation(mirror, "config", List.of()),
                        MirrorEdits.revision(view, mirror, changed, stamp)),
                List.of(),
                notes(view));
    }

    /** An exclude concerns topics that are not started yet: an operator who adds one may have meant others. */
    private List<String> notes(StateView view) {
        var live = view.topics(mirror).entrySet().stream()
                .filter(topic -> topic.getValue().wish().desired() != Desired.STOPPED)
                .map(Map.Entry::getKey)
                .filter(excludes.add()::matches)
                .sorted()
                .toList();
        return live.isEmpty()
                ? List.of()
                : List.of(live.size() + " started topics are excluded by now and stay as they are, " + live.get(0)
                        + " among them: mirrorctl stop " + mirror + " --topics "
                        + String.join(",", excludes.add().texts()));
    }
}
