// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.diff.Part;
import io.kmirrord.daemon.diff.Reading;
import io.kmirrord.daemon.diff.TopicComparison;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.statemachine.codec.DiffCodec;
import io.kmirrord.statemachine.diff.DiffAnswer;
import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Side;
import io.kmirrord.statemachine.diff.Subject;
import io.kmirrord.statemachine.diff.Unread;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statetopic.TopicPatterns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a request to compare a mirror's source with what is here: asks the source for its topics, then both sides for each
 * subject at the same time, and tells what came of it before the request expires. Changes nothing. Confined to the queue.
 */
final class Comparison {
    private static final Logger LOG = LoggerFactory.getLogger(Comparison.class);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
    /** Left of the request's time, to tell what came of it. */
    private static final Duration MARGIN = Duration.ofSeconds(1);
    /** Of one reading. */
    private static final Duration AT_MOST = Duration.ofSeconds(20);
    /** Readings one after the other: topics of the source, groups there, groups here. */
    private static final int IN_A_ROW = 3;

    private static final DiffCodec CODEC = new DiffCodec();

    private final MirrorTerm term;
    private final RecordKey.Request key;
    private final RecordValue.DiffRequest request;

    Comparison(MirrorTerm term, RecordKey.Request key, RecordValue.DiffRequest request) {
        this.term = term;
        this.key = key;
        this.request = request;
    }

    void run() {
        long now = term.nowMs();
        long leftMs = request.expiresMs() - now - MARGIN.toMillis();
        if (leftMs <= 0) {
            LOG.warn("mirror {}: {} has expired and is not answered", term.mirror(), key);
            return;
        }
        Duration limit = Duration.ofMillis(Math.min(AT_MOST.toMillis(), Math.max(1, leftMs / IN_A_ROW)));
        term.then(
                term.parts().topic().readToEnd(view -> ComparisonFacts.read(view, term.mirror(), now)),
                (facts, problem) -> {
                    if (facts == null) {
                        LOG.warn(
                                "mirror {}: the state topic cannot be read: {}", term.mirror(), StartJob.text(problem));
                        term.later(LOOK_AGAIN, this::run);
                    } else {
                        facts.ifPresentOrElse(
                                known -> askSource(known, limit),
                                () -> refuse("NO_MIRROR", "mirror '" + term.mirror() + "' does not exist any more"));
                    }
                });
    }

    private void askSource(ComparisonFacts facts, Duration limit) {
        term.then(Reading.of(term.parts().source().allTopics(term.mirror()), limit), (read, impossible) -> {
            if (read == null || read.value() == null) {
                RecordValue.Outcome failed =
                        ComparisonReport.noSource(read == null ? impossible : read.problem(), limit);
                answer(failed);
            } else {
                compare(facts, read.value(), limit);
            }
        });
    }

    private void compare(ComparisonFacts facts, ClusterMetadata answered, Duration limit) {
        String known = facts.mirror().definition().sourceClusterId();
        if (known != null && !known.equals(answered.clusterId())) {
            refuse(
                    "OTHER_CLUSTER",
                    "the source answers as cluster " + answered.clusterId() + ", not " + known
                            + "; correct source.bootstrap.servers");
            return;
        }
        SourceTopics topics = SourceTopics.of(answered);
        StartScope scope;
        TopicPatterns patterns;
        try {
            scope = StartScope.of(facts.mirror().definition());
            patterns = TopicPatterns.parse(request.topics());
        } catch (IllegalArgumentException e) {
            refuse("BAD_PATTERN", String.valueOf(e.getMessage()));
            return;
        }
        Set<String> names = new TreeSet<>(facts.mirror().own().keySet());
        scope.topics(topics).forEach(topic -> names.add(topic.name()));
        List<String> unmatched = patterns.unmatchedBy(names);
        if (!unmatched.isEmpty()) {
            refuse(
                    "NO_TOPIC",
                    "nothing of the mirror matches " + String.join(", ", unmatched) + "; its topics are: "
                            + Listing.of(names));
            return;
        }
        names.removeIf(name -> !patterns.isEmpty() && !patterns.matches(name));
        read(new ComparisonReads(
                term.parts(),
                facts,
                sizes(topics, names),
                topics.unavailable(),
                names::contains,
                term.groups().status().lastMs(),
                term.acls()::look,
                limit));
    }

    private static Map<String, TopicComparison.Topic> sizes(SourceTopics topics, Set<String> names) {
        Map<String, TopicComparison.Topic> sizes = new HashMap<>();
        names.forEach(name -> Optional.ofNullable(topics.topics().get(name))
                .ifPresent(topic -> sizes.put(
                        name,
                        new TopicComparison.Topic(topic.id(), topic.partitions().size()))));
        return sizes;
    }

    private void read(ComparisonReads reads) {
        List<Subject> subjects = new ArrayList<>();
        List<Unread> unknown = new ArrayList<>();
        for (String name : request.subjects()) {
            Subject.of(name)
                    .ifPresentOrElse(
                            subjects::add,
                            () -> unknown.add(new Unread(
                                    name,
                                    Side.DESTINATION,
                                    "the daemon's release does not know this subject",
                                    "upgrade the daemons, or leave it out with --only")));
        }
        term.then(reads.compare(subjects), (parts, impossible) -> {
            List<Difference> differences = new ArrayList<>();
            List<Unread> unread = new ArrayList<>(unknown);
            if (parts != null) {
                for (Part part : parts) {
                    differences.addAll(part.differences());
                    unread.addAll(part.unread());
                }
            }
            DiffAnswer found = new DiffAnswer(subjects, differences, unread, Map.of());
            answer(ComparisonReport.done(found, CODEC.encode(found)));
        });
    }

    private void refuse(String code, String text) {
        answer(ComparisonReport.refused(code, text));
    }

    private void answer(RecordValue.Outcome outcome) {
        term.answer(key, outcome);
    }
}
