// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.daemon.sync.ReportWriter;
import io.kmirrord.daemon.sync.Rounds;
import io.kmirrord.statemachine.settings.GroupSettings;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows the offsets of one type of groups of one mirror's source, in rounds, for as long as this daemon has the mirror's duties. One round
 * at a time: read the state topic to its end, read both sides, decide, commit, record. What changes anything is done while
 * the mirror's transactional id is held, and decided of what was read since then; while nothing changes, nothing is written
 * and the id is not taken. Confined to its queue, but for {@link #status}.
 */
public final class GroupSync {
    private final Parts parts;
    private final GroupMemory memory = new GroupMemory();
    private final Rounds<Ended> rounds;
    private final ReportWriter reports;
    private volatile Status status = new Status(0, -1);

    /**
     * What it works with.
     *
     * @param source the mirror's, as it is at the time of asking
     * @param commits closed when this ends
     * @param nowMs wall clock
     */
    public record Parts(
            EventQueue queue,
            StateTopic topic,
            StateWriter writer,
            Supplier<CompletableFuture<? extends ClusterGroups>> source,
            ClusterGroups destination,
            GroupCommits commits,
            GroupType type,
            String mirror,
            int nodeId,
            LongSupplier nowMs) {}

    /**
     * What it did so far. Immutable.
     *
     * @param committed offsets
     * @param lastMs when the last round ended that could be done, wall clock; -1: none
     */
    public record Status(long committed, long lastMs) {
        /** Both together: of rounds that of which the last is longer ago. */
        public Status and(Status other) {
            return new Status(committed + other.committed, Math.min(lastMs, other.lastMs));
        }
    }

    /**
     * Of a round that ended.
     *
     * @param round null if there was nothing to follow
     */
    private record Ended(GroupFacts facts, @Nullable GroupRound round, GroupPlan plan, Map<String, Refusal> refused) {}

    public GroupSync(Parts parts) {
        this.parts = parts;
        this.reports = new ReportWriter(
                parts.queue(),
                parts.topic(),
                parts.writer(),
                parts.mirror(),
                parts.type().subject(),
                parts.nodeId(),
                parts.nowMs());
        this.rounds = new Rounds<>(
                parts.queue(),
                "mirror " + parts.mirror() + ": offsets of " + parts.type().subject(),
                new Rounds.Work<>() {
                    @Override
                    public CompletableFuture<Ended> begin() {
                        return look(true);
                    }

                    @Override
                    public List<Skipped> succeeded(Ended done) {
                        return GroupSync.this.succeeded(done);
                    }

                    @Override
                    public void failed(String why) {
                        reports.failed(why);
                    }
                });
    }

    /** Begins. To be called once, on the queue. */
    public void begin() {
        rounds.begin();
    }

    /** Ends; what waits for a round fails. To be called on the queue. */
    public void end() {
        parts.commits().close();
        rounds.end("the duties of mirror '" + parts.mirror() + "' are another daemon's");
    }

    /** Returns what was done last. Thread-safe. */
    public Status status() {
        return status;
    }

    /**
     * Makes a round that begins after this. To be called on the queue.
     *
     * @return what it skipped
     */
    public CompletableFuture<List<Skipped>> now() {
        return rounds.now();
    }

    private List<Skipped> succeeded(Ended done) {
        GroupSettings settings = done.facts().settings();
        if (settings != null) {
            rounds.interval(Duration.ofMillis(settings.intervalMs()));
        }
        if (done.round() != null) {
            memory.remember(done.round(), done.plan(), done.refused());
        }
        long offsets = done.plan().commits().entrySet().stream()
                .filter(entry -> !done.refused().containsKey(entry.getKey()))
                .mapToLong(entry -> entry.getValue().size())
                .sum();
        List<Skipped> skipped = skipped(done);
        status = new Status(status.committed() + offsets, parts.nowMs().getAsLong());
        reports.skipped(done.facts().reports(), skipped);
        return skipped;
    }

    private static List<Skipped> skipped(Ended done) {
        List<Skipped> skipped = new ArrayList<>(done.plan().skipped());
        done.refused().forEach((group, why) -> skipped.add(new Skipped("group", group, "REFUSED", why.text())));
        return skipped;
    }

    /** @param mayBegin the id may be taken over, after which everything is read again */
    private CompletableFuture<Ended> look(boolean mayBegin) {
        boolean held = parts.commits().holds();
        return parts.topic()
                .readToEnd(view -> GroupFacts.read(view, parts.mirror(), parts.type()))
                .thenCompose(found -> {
                    GroupFacts facts = found.orElse(null);
                    if (facts == null || !facts.mirrors()) {
                        return CompletableFuture.completedFuture(nothing(facts));
                    }
                    return parts.source()
                            .get()
                            .thenCompose(source ->
                                    compare(facts, source).thenCompose(round -> decide(round, held, mayBegin)));
                });
    }

    private static Ended nothing(@Nullable GroupFacts facts) {
        return new Ended(facts == null ? GroupFacts.NONE : facts, null, GroupPlan.NOTHING, Map.of());
    }

    private CompletableFuture<GroupRound> compare(GroupFacts facts, ClusterGroups source) {
        GroupScope scope = new GroupScope(java.util.Objects.requireNonNull(facts.settings()));
        ClusterGroups here = parts.destination();
        return source.list()
                .thenCompose(there -> source.offsets(GroupRound.atSource(scope, there, memory.groups()))
                        .thenCompose(committed -> here.list()
                                .thenCompose(local -> here.offsets(GroupRound.wanted(facts, scope, committed, local))
                                        .thenApply(present ->
                                                new GroupRound(facts, scope, there, committed, local, present)))));
    }

    private CompletableFuture<Ended> decide(GroupRound round, boolean held, boolean mayBegin) {
        memory.enter(round.facts());
        ClusterGroups here = parts.destination();
        return here.logStarts(round.settled())
                .thenCompose(starts -> here.logs(round.needed(starts))
                        .thenCompose(logs -> commit(round, round.plan(starts, logs, memory), held, mayBegin)));
    }

    private CompletableFuture<Ended> commit(GroupRound round, GroupPlan plan, boolean held, boolean mayBegin) {
        if (plan.commits().isEmpty() && progress(round, plan, Map.of()).isEmpty()) {
            return CompletableFuture.completedFuture(new Ended(round.facts(), round, plan, Map.of()));
        }
        // A hold is proved by a commit; without one it is taken anew.
        if (mayBegin && (!held || plan.commits().isEmpty())) {
            return parts.commits().begin().thenCompose(nothing -> look(false));
        }
        // Recorded after the commit, under the same hold: a commit decided before the cut cannot come any more.
        return parts.commits().commit(plan.commits()).thenCompose(refused -> {
            List<StateRecord> progress = progress(round, plan, refused);
            CompletableFuture<Void> written = progress.isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : parts.writer().write(progress);
            return written.thenApply(nothing -> new Ended(round.facts(), round, plan, refused));
        });
    }

    private List<StateRecord> progress(GroupRound round, GroupPlan plan, Map<String, Refusal> refused) {
        return GroupRecords.progress(
                round,
                parts.mirror(),
                parts.type(),
                plan,
                refused,
                parts.nowMs().getAsLong());
    }
}
