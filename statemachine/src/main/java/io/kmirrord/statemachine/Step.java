// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import java.util.List;

/**
 * Result of a step. Immutable.
 *
 * @param next the state from now on
 * @param effects in the order in which they must be done, see {@link Effect}
 * @param outcome which kind of cell of the matrix this was
 * @param reason one phrase for the log
 */
public record Step(PartitionState next, List<Effect> effects, Outcome outcome, String reason) {

    /** Kinds of cells. */
    public enum Outcome {
        /** The state or its data changed, or effects follow. */
        MOVE,
        /** Nothing to do, for the reason given. */
        IGNORE,
        /** An event that the effects of this state cannot cause: a programming error. Nothing changes. */
        REJECT
    }

    public Step {
        effects = List.copyOf(effects);
    }

    static Step move(PartitionState next, String reason, Effect... effects) {
        return new Step(next, List.of(effects), Outcome.MOVE, reason);
    }

    static Step ignore(PartitionState same, String reason) {
        return new Step(same, List.of(), Outcome.IGNORE, reason);
    }

    static Step reject(PartitionState same, Event event) {
        return new Step(
                same,
                List.of(),
                Outcome.REJECT,
                same.name() + " waits for no " + event.getClass().getSimpleName());
    }

    /** The same step with other effects before its own. */
    Step after(List<Effect> before) {
        List<Effect> all = new java.util.ArrayList<>(before);
        all.addAll(effects);
        return new Step(next, all, outcome, reason);
    }
}
