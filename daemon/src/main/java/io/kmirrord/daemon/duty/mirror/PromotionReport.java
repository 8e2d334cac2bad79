// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordValue.Outcome;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** What is told of a promotion. Pure; nodes and times are filled in by who writes it. */
final class PromotionReport {
    static final Comparator<TopicPartition> BY_NAME =
            Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    /** The longest list of an outcome; the count is told besides. */
    private static final int SHOWN = 20;
    /** These do not pass by waiting. */
    private static final Set<StateName> UNFIT =
            EnumSet.of(StateName.FAILED, StateName.PAUSED, StateName.PAUSING, StateName.STOPPING, StateName.STOPPED);

    private PromotionReport() {}

    /**
     * What is waited for.
     *
     * @param text for operators
     * @param behind how many records, by partition
     * @param writers who wrote lately, by partition that grew
     */
    record Waiting(String text, String behind, String writers) {
        static final Waiting NOTHING_KNOWN = on("the source was not asked yet");

        static Waiting on(String text) {
            return new Waiting(text, "", "");
        }

        static Waiting behind(
                Map<TopicPartition, Long> behind,
                Set<TopicPartition> moved,
                Map<TopicPartition, List<String>> producers) {
            List<String> late = new ArrayList<>();
            behind.forEach((partition, records) -> late.add(partition + " by " + records));
            Map<TopicPartition, String> writers = new TreeMap<>(BY_NAME);
            moved.forEach(partition -> writers.put(
                    partition,
                    partition + " ("
                            + String.join(", ", producers.getOrDefault(partition, List.of("no known producer")))
                            + ")"));
            String text = late.isEmpty()
                    ? "the source is still written to, in " + moved.size() + " partitions"
                    : behind.size() + " partitions are behind the source";
            return new Waiting(text, shown(late), shown(List.copyOf(writers.values())));
        }
    }

    private static String shown(List<String> texts) {
        String first = texts.stream().limit(SHOWN).collect(Collectors.joining(", "));
        return texts.size() > SHOWN ? first + ", and " + (texts.size() - SHOWN) + " more" : first;
    }

    static Outcome done(int partitions, List<Skipped> skipped) {
        return outcome(
                true,
                partitions + " partitions have all that the source has, and group offsets are synced",
                Map.of(
                        "skipped",
                        shown(skipped.stream()
                                .map(one -> one.kind() + " " + one.name() + ": " + one.text())
                                .toList())));
    }

    static Outcome late(Waiting waiting, String mirror) {
        String writers = waiting.writers().isEmpty() ? "" : ". Still written to at the source: " + waiting.writers();
        String behind = waiting.behind().isEmpty() ? "" : " (" + waiting.behind() + ")";
        return outcome(
                false,
                "not in time: " + waiting.text() + behind + writers
                        + ". Everything goes on being mirrored; stop the producers and promote again, or, to stop with"
                        + " what is here, use failover " + mirror,
                Map.of("code", "LAG", "behind", waiting.behind(), "writers", waiting.writers()));
    }

    static Outcome noMirror(String mirror) {
        return outcome(false, "mirror '" + mirror + "' does not exist any more", Map.of("code", "NO_MIRROR"));
    }

    /** Why waiting would not help, empty if it may. */
    static Optional<Outcome> unfit(PromotionFacts facts) {
        if (!facts.otherwise().isEmpty()) {
            Set<String> texts = new TreeSet<>();
            facts.otherwise()
                    .forEach((topic, wish) ->
                            texts.add(topic + (wish.isEmpty() ? " is not the mirror's" : " is wished " + wish)));
            return Optional.of(outcome(
                    false,
                    "only topics that are mirrored can be promoted: " + String.join(", ", texts),
                    Map.of("code", "NOT_MIRRORED")));
        }
        if (facts.topics().isEmpty()) {
            return Optional.of(outcome(false, "no topic is mirrored", Map.of("code", "NOT_MIRRORED")));
        }
        Map<TopicPartition, StateName> unfit = new TreeMap<>(BY_NAME);
        facts.states().forEach((partition, state) -> {
            if (UNFIT.contains(state)) {
                unfit.put(partition, state);
            }
        });
        return unfit.isEmpty()
                ? Optional.empty()
                : Optional.of(outcome(
                        false,
                        "partitions that nothing is copied to have no end to wait for: "
                                + shown(unfit.entrySet().stream()
                                        .map(one -> one.getKey() + " is " + one.getValue())
                                        .toList())
                                + ". Recover or resume them first, or leave them out with --topics",
                        Map.of("code", "NOT_MIRRORING")));
    }

    private static Outcome outcome(boolean done, String message, Map<String, String> details) {
        return new Outcome(done, message, -1, 0, details);
    }
}
