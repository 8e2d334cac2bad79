// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.cluster.Destination;
import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.cli.facts.Signs;
import io.kmirrord.cli.report.MirrorReport;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statetopic.PartitionProgress;
import io.kmirrord.statetopic.TopicPatterns;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Puts together what is known of mirrors at one moment. Stateless. */
final class Snapshot {
    private Snapshot() {}

    /**
     * Returns what is known.
     *
     * @param mirror empty: all
     * @param withProgress with offsets
     */
    static List<MirrorReport> of(
            Destination destination,
            Optional<String> mirror,
            TopicPatterns patterns,
            boolean withProgress,
            Signs signs) {
        var facts = destination.readToEnd(
                view -> MirrorFacts.of(view, mirror.map(List::of).orElseGet(view::mirrors)));
        var names = new TreeSet<String>();
        facts.forEach(each -> names.addAll(each.topics().keySet()));
        names.removeIf(name -> !patterns.isEmpty() && !patterns.matches(name));
        var topics = destination.topics(names);
        Map<PartitionId, PartitionProgress> progress =
                withProgress ? destination.progress(mirror.orElse(null)) : Map.of();
        return facts.stream()
                .map(each -> MirrorReport.of(each, topics, progress, signs, names::contains))
                .toList();
    }
}
