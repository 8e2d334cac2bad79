// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.statemachine.view.StateRecord;
import java.util.List;

/**
 * What a command does. Immutable.
 *
 * @param steps in words, one line each
 * @param records to write, in this order, the operation's first; empty if nothing is to be done
 * @param goals what is waited for
 * @param notes what an operator should know besides
 */
public record Plan(List<String> steps, List<StateRecord> records, List<Goal> goals, List<String> notes) {
    public Plan {
        steps = List.copyOf(steps);
        records = List.copyOf(records);
        goals = List.copyOf(goals);
        notes = List.copyOf(notes);
    }

    /** Returns the plan of doing nothing. */
    public static Plan nothing(String note) {
        return new Plan(List.of(), List.of(), List.of(), List.of(note));
    }
}
