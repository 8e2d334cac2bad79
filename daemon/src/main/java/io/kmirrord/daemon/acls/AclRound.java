// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * What a round has read and decided. Immutable; pure.
 *
 * @param plan an empty one where a side does not tell its ACLs, or nothing is to be synced
 * @param skipped what is not synced, in order
 * @param sides what it was decided of
 */
public record AclRound(AclFacts facts, AclPlan plan, List<Skipped> skipped, AclSides sides) {
    public AclRound {
        skipped = skipped.stream()
                .sorted(Comparator.comparing(Skipped::kind)
                        .thenComparing(Skipped::name)
                        .thenComparing(Skipped::reason))
                .toList();
    }

    /** A round that changes nothing and keeps what is recorded. */
    static AclRound nothing(AclFacts facts, List<Skipped> skipped, AclSides sides) {
        AclPlan plan = new AclPlan(
                Set.of(), Set.of(), Set.of(), Set.of(), facts.memory().own(), List.of());
        return new AclRound(facts, plan, skipped, sides);
    }

    /** A round that has compared both sides. */
    static AclRound of(AclFacts facts, AclSituation situation, AclPlan plan, List<Skipped> users) {
        List<Skipped> all = new ArrayList<>(plan.skipped());
        all.addAll(users);
        return new AclRound(facts, plan, all, AclSides.of(situation));
    }

    /** The same with what the destination refused to change. */
    AclRound with(List<Skipped> more) {
        List<Skipped> all = new ArrayList<>(skipped);
        all.addAll(more);
        return new AclRound(facts, plan, all, sides);
    }
}
