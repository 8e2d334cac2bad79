// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.decision.GroupOffset;
import java.util.function.Function;

/**
 * The sync of consumer groups as the simulation sees it: {@link GroupOffset} or a mutant.
 *
 * @param round decides for the owner of the mirror
 * @param opening decides for a stop, before it opens the partition
 * @param fenced commits are refused once another has taken over the producer epoch; without only in mutants
 */
public record GroupRules(
        Function<GroupOffset.Situation, GroupOffset> round,
        Function<GroupOffset.Situation, GroupOffset> opening,
        boolean fenced) {
    public static final GroupRules REAL = new GroupRules(GroupOffset::decide, GroupOffset::beforeOpening, true);
}
