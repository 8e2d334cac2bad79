// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.cluster.TopicFacts;
import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.cli.facts.Signs;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.decision.RetryPolicy;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statetopic.PartitionProgress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a mirror. Immutable.
 *
 * @param sourceClusterId null until a daemon has asked the source
 * @param notSynced what is left alone beside the records, and why; of many some of each reason
 * @param notSyncedCounts all of that by reason
 */
public record MirrorReport(
        String mirror,
        int revision,
        Map<String, String> config,
        List<String> includes,
        List<String> excludes,
        @Nullable String sourceClusterId,
        List<TopicReport> topics,
        List<RecordValue.Skipped> notSynced,
        Map<String, Integer> notSyncedCounts) {
    public MirrorReport {
        topics = List.copyOf(topics);
        notSynced = List.copyOf(notSynced);
        notSyncedCounts = new TreeMap<>(notSyncedCounts);
    }

    /**
     * Puts together what is known.
     *
     * @param wanted which topics
     */
    public static MirrorReport of(
            MirrorFacts facts,
            Map<String, TopicFacts> topics,
            Map<PartitionId, PartitionProgress> progress,
            Signs signs,
            Predicate<String> wanted) {
        var maxAttempts = maxAttempts(facts.definition().config());
        return new MirrorReport(
                facts.mirror(),
                facts.revision(),
                new TreeMap<>(facts.definition().config()),
                facts.definition().includes(),
                facts.definition().excludes(),
                facts.definition().sourceClusterId(),
                facts.topics().values().stream()
                        .filter(wish -> wanted.test(wish.topic()))
                        .map(wish ->
                                TopicReport.of(facts, wish, topics.get(wish.topic()), progress, signs, maxAttempts))
                        .toList(),
                facts.notSynced().values().stream()
                        .flatMap(report -> report.skipped().stream())
                        .toList(),
                RecordValue.SyncReport.counts(facts.notSynced().values()));
    }

    /** Returns this with nothing but FAILED partitions, and topics that are gone at the destination. */
    public MirrorReport onlyFailed() {
        return new MirrorReport(
                mirror,
                revision,
                config,
                includes,
                excludes,
                sourceClusterId,
                topics.stream()
                        .filter(TopicReport::isFailed)
                        .map(TopicReport::onlyFailed)
                        .toList(),
                List.of(),
                Map.of());
    }

    String source() {
        return config.getOrDefault("source.bootstrap.servers", "-");
    }

    /** Returns the number of partitions by state, in order of the states' names; of topics without any, UNKNOWN. */
    Map<String, Long> states() {
        var counts = new TreeMap<String, Long>();
        for (var topic : topics) {
            topic.partitions().forEach(partition -> counts.merge(partition.state(), 1L, Long::sum));
            if (topic.partitions().isEmpty()) {
                counts.merge("UNKNOWN", 1L, Long::sum);
            }
        }
        return new LinkedHashMap<>(counts);
    }

    /** Settings that another release wrote, and this one does not know, are no reason to show nothing. */
    private static int maxAttempts(Map<String, String> config) {
        return MirrorSettings.usable(config)
                .map(MirrorSettings::retry)
                .orElse(RetryPolicy.DEFAULT)
                .maxAttempts();
    }
}
