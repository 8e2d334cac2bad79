// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import io.kmirrord.statemachine.settings.AclSettings;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statetopic.AclScope;
import io.kmirrord.statetopic.StateTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.kafka.common.acl.AclBinding;

/**
 * Compares the ACLs of a mirror's source with those of the destination and decides, without any effect: what a round begins
 * with, and a dry diff. Thread-safe; does not block.
 *
 * @param source the mirror's, as it is at the time of asking
 * @param ownTopics names of the state topic and its like
 */
public record AclLook(
        StateTopic topic,
        Supplier<CompletableFuture<? extends ClusterAcls>> source,
        ClusterAcls destination,
        String mirror,
        Set<String> ownTopics) {
    public AclLook {
        ownTopics = Set.copyOf(ownTopics);
    }

    /** Reads the state topic to its end. */
    CompletableFuture<AclFacts> facts() {
        return topic.readToEnd(view -> AclFacts.read(view, mirror)).thenApply(found -> found.orElse(AclFacts.NONE));
    }

    /** Decides what a round does; nothing where the mirror's ACLs are not to be synced. */
    CompletableFuture<AclRound> round() {
        return facts().thenCompose(facts -> facts.syncs()
                ? compare(facts, Objects.requireNonNull(facts.settings()))
                : CompletableFuture.completedFuture(AclRound.nothing(facts, List.of(), AclSides.NONE)));
    }

    /**
     * Decides what a sync of the declared scope would do, also where it is not enabled and before anything is mirrored; where
     * none is declared, of all that can be synced.
     *
     * @return fails where a side does not answer, or the source is another cluster than the mirror's
     */
    public CompletableFuture<AclRound> look() {
        return facts().thenCompose(facts -> {
            AclSettings settings = facts.settings();
            return settings == null
                    ? CompletableFuture.completedFuture(AclRound.nothing(facts, List.of(), AclSides.NONE))
                    : compare(facts, settings.declaredOrAll());
        });
    }

    private CompletableFuture<AclRound> compare(AclFacts facts, AclSettings settings) {
        AclScope scope = new AclScope(settings);
        return destination
                .read()
                .thenCompose(here -> source.get()
                        .thenCompose(asked -> asked.read().thenCompose(there -> {
                            requireSource(facts, there);
                            Set<AclBinding> local = here.acls();
                            Set<AclBinding> remote = there.acls();
                            return local == null || remote == null
                                    ? CompletableFuture.completedFuture(AclRound.nothing(
                                            facts,
                                            unreadable(there, here),
                                            new AclSides(null, there.refusal(), here.refusal())))
                                    : decide(
                                            facts,
                                            new AclSituation(remote, local, scope, facts.memory(), ownTopics),
                                            asked);
                        })));
    }

    /** Another cluster's ACLs say nothing of what was removed at the source. */
    private void requireSource(AclFacts facts, AclAnswer there) {
        String expected = facts.sourceClusterId();
        if (expected != null && !expected.equals(there.clusterId())) {
            throw new IllegalStateException("cluster " + there.clusterId() + " answered as the source of mirror '"
                    + mirror + "'; accepted: " + expected + ". Correct source.bootstrap.servers");
        }
    }

    private static List<Skipped> unreadable(AclAnswer there, AclAnswer here) {
        List<Skipped> notes = new ArrayList<>();
        AclRefusal source = there.refusal();
        AclRefusal local = here.refusal();
        if (source != null) {
            notes.add(AclNotes.unreadable(true, source));
        }
        if (local != null) {
            notes.add(AclNotes.unreadable(false, local));
        }
        return notes;
    }

    private CompletableFuture<AclRound> decide(AclFacts facts, AclSituation situation, ClusterAcls asked) {
        AclPlan plan = AclPlan.of(situation);
        if (plan.wanted().isEmpty()) {
            return CompletableFuture.completedFuture(AclRound.of(facts, situation, plan, List.of()));
        }
        return asked.users()
                .thenCompose(remote -> destination
                        .users()
                        .thenApply(local ->
                                AclRound.of(facts, situation, plan, AclUsers.notes(plan.wanted(), remote, local))));
    }
}
