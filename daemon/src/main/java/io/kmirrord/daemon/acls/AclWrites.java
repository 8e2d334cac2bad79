// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclPermissionType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what rounds decided, one round after the other. What takes rights comes before what gives some, and the second
 * waits where the first was refused: at no moment there are more rights than before and after.
 */
final class AclWrites {
    private static final Logger LOG = LoggerFactory.getLogger(AclWrites.class);

    private final AclSync.Parts parts;
    private final AclLook look;
    private final AtomicLong changed = new AtomicLong();

    AclWrites(AclSync.Parts parts, AclLook look) {
        this.parts = parts;
        this.look = look;
    }

    /** How many ACLs were added and removed so far. */
    long changed() {
        return changed.get();
    }

    /** What came of a round's changes. */
    private static final class Done {
        private final Set<AclBinding> added = new HashSet<>();
        private final Set<AclBinding> removed = new HashSet<>();
        private final List<Skipped> skipped = new ArrayList<>();
        private boolean denied;
    }

    /** Does what a round decided; the result also has what the destination refused. */
    CompletableFuture<AclRound> carryOut(AclRound round) {
        AclPlan plan = round.plan();
        if (plan.isEmpty()) {
            return record(round.facts(), plan.memory()).thenApply(nothing -> round);
        }
        // Asked first: what is recorded as added and was not would be taken for ours if an operator added it by hand.
        return parts.destination()
                .mayAlter()
                .thenCompose(may -> may
                        ? recordAndChange(round)
                        : CompletableFuture.completedFuture(
                                round.with(List.of(AclNotes.notAlterable("ALTER on the cluster is missing")))));
    }

    private CompletableFuture<AclRound> recordAndChange(AclRound round) {
        // Before the change: whoever goes on after a crash must know what is not the destination's own.
        return record(round.facts(), round.plan().memory())
                .thenCompose(recorded -> look.facts()
                        .thenCompose(now -> now.stillSyncs(round.facts())
                                ? change(round, now)
                                : ended(round, recorded, new Done())));
    }

    private CompletableFuture<AclFacts> record(AclFacts facts, Set<AclBinding> acls) {
        if (acls.equals(facts.memory().own())) {
            return CompletableFuture.completedFuture(facts);
        }
        List<StateRecord> records = AclRecords.changes(
                parts.mirror(),
                facts.sinceGeneration(),
                facts.records(),
                acls,
                parts.nowMs().getAsLong());
        return parts.writer().write(records).thenApply(nothing -> facts.with(records));
    }

    private CompletableFuture<AclRound> change(AclRound round, AclFacts now) {
        AclPlan plan = round.plan();
        Done done = new Done();
        // One that another mirror took on since the look is for both of them to remove.
        Function<AclPermissionType, List<AclBinding>> removed = type -> plan.removed(type).stream()
                .filter(acl -> !now.memory().isOthers(acl))
                .toList();
        return change(true, plan.added(AclPermissionType.DENY), done)
                .thenCompose(nothing -> change(false, removed.apply(AclPermissionType.ALLOW), done))
                .thenCompose(nothing -> {
                    List<AclBinding> given = plan.added(AclPermissionType.ALLOW);
                    List<AclBinding> freed = removed.apply(AclPermissionType.DENY);
                    if (done.skipped.isEmpty()) {
                        return change(true, given, done).thenCompose(added -> change(false, freed, done));
                    }
                    int waiting = given.size() + freed.size();
                    if (!done.denied && waiting > 0) {
                        done.skipped.add(AclNotes.waits(waiting));
                    }
                    return CompletableFuture.completedFuture(null);
                })
                .thenCompose(nothing -> ended(round, now, done));
    }

    private CompletableFuture<Void> change(boolean adds, List<AclBinding> acls, Done done) {
        if (acls.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        ClusterAcls here = parts.destination();
        return (adds ? here.add(acls) : here.remove(acls)).thenAccept(refused -> {
            Set<AclBinding> changes = adds ? done.added : done.removed;
            changes.addAll(acls);
            changes.removeAll(refused.keySet());
            note(refused, adds, done);
        });
    }

    private static void note(Map<AclBinding, AclRefusal> refused, boolean added, Done done) {
        for (AclBinding acl : AclTexts.sorted(refused.keySet())) {
            AclRefusal refusal = refused.get(acl);
            if (refusal == null) {
                continue;
            }
            if (refusal.kind() != AclRefusal.Kind.DENIED) {
                done.skipped.add(AclNotes.refused(acl, added, refusal.text()));
            } else if (!done.denied) {
                // It is a right on the cluster, and so the same for all of them.
                done.denied = true;
                done.skipped.add(AclNotes.notAlterable(refusal.text()));
            }
        }
    }

    private CompletableFuture<AclRound> ended(AclRound round, AclFacts now, Done done) {
        changed.addAndGet((long) done.added.size() + done.removed.size());
        log(round.plan(), done);
        Set<AclBinding> left = new HashSet<>(now.memory().own());
        left.removeAll(done.removed);
        round.plan().added().stream().filter(acl -> !done.added.contains(acl)).forEach(left::remove);
        return record(now, left).thenApply(nothing -> round.with(done.skipped));
    }

    private void log(AclPlan plan, Done done) {
        if (!done.added.isEmpty() || !done.removed.isEmpty()) {
            LOG.info(
                    "mirror {}: ACLs as at the source: {} added: [{}], {} removed: [{}]",
                    parts.mirror(),
                    done.added.size(),
                    AclTexts.list(done.added),
                    done.removed.size(),
                    AclTexts.list(done.removed));
        }
        Set<AclBinding> setBack = new HashSet<>(plan.setBack());
        setBack.retainAll(done.added);
        if (!setBack.isEmpty()) {
            LOG.warn(
                    "mirror {}: {} ACLs that are under sync were missing here and are set back: [{}]; to be rid of them remove them at"
                            + " the source, or exclude them with acls.exclude",
                    parts.mirror(),
                    setBack.size(),
                    AclTexts.list(setBack));
        }
    }
}
