// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.sync.ReportWriter;
import io.kmirrord.protocol.Backoff;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.settings.SettingsException;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for what came and went at the source and what went at the destination, and reports what it leaves alone. Confined to
 * the queue; one instance per term.
 */
final class DiscoveryJob {
    private static final Logger LOG = LoggerFactory.getLogger(DiscoveryJob.class);
    /** What could not be done is tried again after that, then after waits that double up to the interval. */
    private static final Duration SOONEST = Duration.ofSeconds(1);

    /** Of reports. */
    static final String SUBJECT = "topics";

    private final MirrorTerm term;
    private final DiscoveryNotes notes;
    private final ReportWriter reports;
    private List<CompletableFuture<Found>> waiting = new ArrayList<>();
    private final Backoff backoff;
    private List<String> deleted = List.of();
    private boolean looking;
    private long turn;
    private int incomplete;

    /**
     * What a look came to. Immutable.
     *
     * @param started topics that are new
     * @param grown topics that have more partitions now
     * @param stopped topics that were deleted at the source
     * @param skipped what was left alone
     */
    record Found(List<String> started, List<String> grown, List<String> stopped, List<Skipped> skipped) {
        static final Found NOTHING = new Found(List.of(), List.of(), List.of(), List.of());
    }

    DiscoveryJob(MirrorTerm term) {
        this.term = term;
        this.notes = new DiscoveryNotes(term.mirror());
        MirrorDuty.Parts parts = term.parts();
        Duration interval = parts.timing().discovery();
        this.backoff = new Backoff(interval.compareTo(SOONEST) < 0 ? interval : SOONEST, interval);
        this.reports = new ReportWriter(
                parts.queue(), parts.topic(), parts.writer(), term.mirror(), SUBJECT, parts.nodeId(), parts.nowMs());
    }

    List<String> deleted() {
        return deleted;
    }

    /** Asks for what the next look that begins after this comes to. */
    CompletableFuture<Found> next() {
        CompletableFuture<Found> one = new CompletableFuture<>();
        waiting.add(one);
        return one;
    }

    void run() {
        if (looking) {
            // Partitions are being added yet; who waits is served by the look after that.
            term.done();
            return;
        }
        looking = true;
        turn++;
        notes.begin();
        List<CompletableFuture<Found>> served = waiting;
        waiting = new ArrayList<>();
        term.then(term.facts(), (facts, problem) -> {
            if (facts == null) {
                fail(served, "the state topic cannot be read: " + StartJob.text(problem));
                lookAgain(true);
            } else if (facts.isEmpty()) {
                fail(served, "mirror '" + term.mirror() + "' does not exist");
            } else {
                Look look = new Look(facts.get(), served);
                if (noneWished(facts.get())) {
                    deleted = List.of();
                    look.end(Found.NOTHING, CompletableFuture.completedFuture(List.of()));
                } else {
                    look.askSource();
                }
            }
        });
    }

    private void fail(List<CompletableFuture<Found>> served, String why) {
        LOG.warn("mirror {}: no look for new topics: {}", term.mirror(), why);
        served.forEach(one -> one.completeExceptionally(new IllegalStateException(why)));
        looking = false;
        term.done();
    }

    private void lookAgain(boolean needed) {
        incomplete = needed ? incomplete + 1 : 0;
        if (!needed) {
            return;
        }
        long mine = turn;
        term.later(backoff.delay(incomplete, term.parts().random()), () -> {
            if (mine == turn) {
                term.lookNow();
            }
        });
    }

    private static boolean noneWished(MirrorFacts facts) {
        return !DiscoveryPlan.awaitsFirst(facts)
                && facts.own().values().stream().allMatch(own -> own.wish().desired() == Desired.STOPPED);
    }

    /** One look. */
    private final class Look {
        private final MirrorFacts facts;
        private final List<CompletableFuture<Found>> served;

        Look(MirrorFacts facts, List<CompletableFuture<Found>> served) {
            this.facts = facts;
            this.served = served;
        }

        void askSource() {
            term.then(term.parts().source().allTopics(term.mirror()), (answer, problem) -> {
                String known = facts.definition().sourceClusterId();
                if (answer == null) {
                    giveUp(
                            Refusal.Code.SOURCE_UNREACHABLE,
                            "the source cannot be asked for its topics: " + StartJob.text(problem));
                } else if (known != null && !known.equals(answer.clusterId())) {
                    giveUp(
                            Refusal.Code.SOURCE_OTHER_CLUSTER,
                            "the source answers as cluster " + answer.clusterId() + ", not " + known
                                    + "; nothing is taken from it");
                } else {
                    askDestination(answer);
                }
            });
        }

        private void askDestination(ClusterMetadata answer) {
            SourceTopics source = SourceTopics.of(answer);
            StartScope scope;
            MirrorSettings settings;
            try {
                scope = StartScope.of(facts.definition());
                settings = MirrorSettings.parse(facts.definition().config());
            } catch (IllegalArgumentException e) {
                giveUp(Refusal.Code.BAD_PATTERN, String.valueOf(e.getMessage()));
                return;
            } catch (SettingsException e) {
                giveUp(Refusal.Code.BAD_SETTINGS, String.valueOf(e.getMessage()));
                return;
            }
            TreeSet<String> names = new TreeSet<>(facts.own().keySet());
            scope.topics(source).forEach(topic -> names.add(topic.name()));
            term.then(term.parts().destination().topics(names), (there, problem) -> {
                if (there == null) {
                    giveUp(
                            Refusal.Code.DESTINATION_UNREADABLE,
                            "topics of the destination cannot be described: " + StartJob.text(problem));
                } else {
                    decided(settings, DiscoveryPlan.of(facts, settings, scope, source, there));
                }
            });
        }

        private void decided(MirrorSettings settings, DiscoveryPlan plan) {
            deleted = plan.deleted();
            plan.refused().forEach(notes::topic);
            notes.toGrow(plan.grow().keySet());
            new DiscoveryWrites(term, notes, facts, settings, plan).run(this::end);
        }

        private void giveUp(Refusal.Code code, String why) {
            notes.whole(new Refusal(code, why));
            end(Found.NOTHING, CompletableFuture.completedFuture(List.of()));
        }

        /** @param growth is done once partitions were added, or were not */
        void end(Found found, CompletableFuture<List<String>> growth) {
            term.done();
            term.then(growth, (grown, problem) -> {
                looking = false;
                term.creations().problems().forEach((topic, why) -> {
                    if (facts.own().containsKey(topic)) {
                        notes.topic(topic, new Refusal(Refusal.Code.NOT_CREATED, why));
                    }
                });
                lookAgain(notes.passing());
                List<Skipped> skipped = notes.end();
                reports.skipped(facts.reports(), skipped);
                List<String> more = grown == null ? List.of() : grown;
                Found all = new Found(found.started(), more, found.stopped(), skipped);
                served.forEach(one -> one.complete(all));
                if (!waiting.isEmpty()) {
                    term.lookNow();
                }
            });
        }
    }
}
