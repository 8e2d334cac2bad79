// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.groups.LogRange;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/**
 * Waits until the destination has all that the source has: twice in a row, some time apart, the source tells the same ends,
 * and the destination's high watermarks are there; then group offsets are synced once more. Recorded progress would not do,
 * as it is written when it changes: without lag it may be old. Changes nothing but group offsets; what stops the topics is
 * the operator's wish, after the outcome. Confined to the queue.
 */
final class Promotion {
    /** Between two questions for the source's ends. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
    /** Left of the request's time, to tell what came of it. */
    private static final Duration MARGIN = Duration.ofSeconds(1);
    /** A producer that wrote within it, by the source's clock, is named. */
    private static final Duration LATELY = Duration.ofMinutes(1);

    private final MirrorTerm term;
    private final RecordKey.Request key;
    private final RecordValue.PromoteRequest request;
    private Map<TopicPartition, Long> ends = Map.of();
    private PromotionReport.Waiting waiting = PromotionReport.Waiting.NOTHING_KNOWN;

    Promotion(MirrorTerm term, RecordKey.Request key, RecordValue.PromoteRequest request) {
        this.term = term;
        this.key = key;
        this.request = request;
    }

    void look() {
        if (term.nowMs() + LOOK_AGAIN.plus(MARGIN).toMillis() >= request.expiresMs()) {
            answer(PromotionReport.late(waiting, term.mirror()));
            return;
        }
        term.then(
                term.parts().topic().readToEnd(view -> PromotionFacts.read(view, term.mirror(), request.topics())),
                (facts, problem) -> {
                    if (facts == null) {
                        again(PromotionReport.Waiting.on("the state topic cannot be read: " + StartJob.text(problem)));
                    } else {
                        facts.ifPresentOrElse(this::topics, () -> answer(PromotionReport.noMirror(term.mirror())));
                    }
                });
    }

    private void topics(PromotionFacts facts) {
        Optional<RecordValue.Outcome> unfit = PromotionReport.unfit(facts);
        if (unfit.isPresent()) {
            answer(unfit.get());
            return;
        }
        term.then(term.parts().destination().topics(facts.topics()), (there, problem) -> {
            if (there == null) {
                again(PromotionReport.Waiting.on(
                        "the destination cannot be asked for its topics: " + StartJob.text(problem)));
                return;
            }
            Set<TopicPartition> partitions = new HashSet<>();
            there.values()
                    .forEach(topic -> topic.partitions()
                            .forEach(one -> partitions.add(new TopicPartition(topic.name(), one.number()))));
            List<TopicPartition> unready = partitions.stream()
                    .filter(partition -> facts.states().get(partition) != StateName.MIRRORING)
                    .toList();
            if (unready.isEmpty() && there.size() == facts.topics().size()) {
                compare(partitions);
            } else {
                again(PromotionReport.Waiting.on("not all partitions are MIRRORING yet: " + unready));
            }
        });
    }

    private void compare(Set<TopicPartition> partitions) {
        var asked = term.parts()
                .source()
                .admin(term.mirror())
                .thenCompose(source -> source.groups()
                        .ranges(partitions)
                        .thenCombine(term.parts().groups().ranges(partitions), Both::new));
        term.then(asked, (both, problem) -> {
            if (both == null) {
                again(PromotionReport.Waiting.on("the source cannot be asked: " + StartJob.text(problem)));
            } else {
                decide(partitions, both);
            }
        });
    }

    /** What is read here is no older than what is read there. */
    private record Both(Map<TopicPartition, LogRange> source, Map<TopicPartition, LogRange> here) {}

    private void decide(Set<TopicPartition> partitions, Both both) {
        Map<TopicPartition, Long> now = new HashMap<>();
        both.source().forEach((partition, range) -> now.put(partition, range.end()));
        Map<TopicPartition, Long> behind = new TreeMap<>(PromotionReport.BY_NAME);
        Set<TopicPartition> silent = new HashSet<>();
        for (TopicPartition partition : partitions) {
            LogRange there = both.source().get(partition);
            LogRange here = both.here().get(partition);
            if (there == null || here == null) {
                silent.add(partition);
            } else if (here.end() < there.end()) {
                behind.put(partition, there.end() - here.end());
            }
        }
        Set<TopicPartition> moved = new HashSet<>();
        ends.forEach((partition, end) -> {
            if (now.getOrDefault(partition, end) > end) {
                moved.add(partition);
            }
        });
        boolean quiet = !ends.isEmpty() && ends.equals(now);
        ends = now;
        if (!silent.isEmpty()) {
            again(PromotionReport.Waiting.on("no leader answers for " + silent));
        } else if (behind.isEmpty() && quiet) {
            sync();
        } else {
            writers(behind, moved);
        }
    }

    private void writers(Map<TopicPartition, Long> behind, Set<TopicPartition> moved) {
        CompletableFuture<Map<TopicPartition, List<String>>> asked = moved.isEmpty()
                ? CompletableFuture.completedFuture(Map.of())
                : term.parts()
                        .source()
                        .admin(term.mirror())
                        .thenCompose(source -> source.producers(moved, term.nowMs() - LATELY.toMillis()));
        term.then(asked, (producers, problem) -> {
            // Names of writers are more than was asked for: without them the partitions are told all the same.
            again(PromotionReport.Waiting.behind(behind, moved, producers == null ? Map.of() : producers));
        });
    }

    private void sync() {
        var both = term.groups()
                .now()
                .thenCombine(
                        term.shares().now(),
                        (one, two) -> Stream.concat(one.stream(), two.stream()).toList());
        term.then(both, (skipped, problem) -> {
            if (skipped == null) {
                again(PromotionReport.Waiting.on("group offsets cannot be synced: " + StartJob.text(problem)));
            } else {
                finished(skipped);
            }
        });
    }

    private void finished(List<Skipped> skipped) {
        answer(PromotionReport.done(ends.size(), skipped));
    }

    private void again(PromotionReport.Waiting reason) {
        waiting = reason;
        term.later(LOOK_AGAIN, this::look);
    }

    private void answer(RecordValue.Outcome outcome) {
        term.answer(key, outcome);
    }
}
