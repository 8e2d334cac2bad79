// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.statemachine.Cuts;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.Recorded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What was cut since something was wished, for the record of the operation. The states say it: the inventory of salvages may be
 * behind them, and loses what is pruned. Pure.
 *
 * @param cuts how many
 * @param records in all of them, markers of transactions included
 * @param bytes in all of them
 * @param topics of topics that were cut: {@code partition:REASON from..end records/bytes} of each cut, comma-separated
 */
public record CutDetails(int cuts, long records, long bytes, Map<String, String> topics) {
    /** Key of the count among the details of an outcome; that of the bytes; the others are names of topics behind {@code cut.}. */
    public static final String RECORDS = "records cut";

    private static final String BYTES = "bytes cut";
    private static final String TOPIC = "cut.";

    public CutDetails {
        topics = Map.copyOf(topics);
    }

    /** Returns whether there is anything to be mirrored among what was wished, for which a log may have been cut. */
    public static boolean concern(List<Goal> goals) {
        return goals.stream().anyMatch(goal -> goal.desired() == Desired.MIRRORING);
    }

    /** Reads it off the states of the topics that were to be mirrored. */
    public static CutDetails of(MirrorFacts facts, List<Goal> goals) {
        var sum = Cuts.NONE;
        var topics = new TreeMap<String, String>();
        for (var goal : goals) {
            var wish = facts.topics().get(goal.topic());
            if (wish == null || goal.desired() != Desired.MIRRORING) {
                continue;
            }
            var texts = new ArrayList<String>();
            for (var entry : facts.statesOf(wish.topicId()).entrySet()) {
                var made =
                        since(entry.getValue(), goal.generation(), goal.before().get(entry.getKey()));
                sum = new Cuts(
                        sum.count() + made.count(),
                        sum.records() + made.records(),
                        sum.bytes() + made.bytes(),
                        List.of());
                texts.addAll(texts(entry.getKey(), made));
            }
            if (!texts.isEmpty()) {
                topics.put(goal.topic(), String.join(",", texts));
            }
        }
        return new CutDetails(sum.count(), sum.records(), sum.bytes(), topics);
    }

    /** @param before newest record when it was wished, null if the whole generation counts */
    private static Cuts since(Recorded state, long generation, @Nullable EffectId before) {
        var cuts = state.memory().cuts();
        if (state.id().generation() != generation) {
            return Cuts.NONE;
        }
        if (before == null || before.generation() != generation) {
            return cuts;
        }
        var later = cuts.newest().stream()
                .filter(cut -> cut.id().compareTo(before) > 0)
                .toList();
        return new Cuts(
                later.size(),
                later.stream().mapToLong(Cuts.Cut::records).sum(),
                later.stream().mapToLong(Cuts.Cut::bytes).sum(),
                later);
    }

    private static List<String> texts(int partition, Cuts made) {
        var texts = new ArrayList<String>();
        var earlier = made.count() - made.newest().size();
        if (earlier > 0) {
            texts.add(partition + ":" + earlier + " earlier");
        }
        made.newest()
                .forEach(cut -> texts.add(partition + ":" + cut.reason() + " " + cut.from() + ".." + cut.end() + " "
                        + cut.records() + "/" + cut.bytes()));
        return texts;
    }

    /** Returns the details of an outcome. */
    public Map<String, String> details() {
        var details = new TreeMap<String, String>();
        details.put(RECORDS, Long.toString(records));
        details.put(BYTES, Long.toString(bytes));
        topics.forEach((topic, text) -> details.put(TOPIC + topic, text));
        return details;
    }

    /** Returns one line for operators. */
    public String summary(String mirror) {
        return records + " (" + bytes + " bytes, in " + cuts + (cuts == 1 ? " cut" : " cuts")
                + "), saved before: mirrorctl salvage list " + mirror;
    }
}
