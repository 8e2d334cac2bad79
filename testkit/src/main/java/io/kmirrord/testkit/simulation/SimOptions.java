// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.Machine;

/**
 * What is real and what is broken.
 *
 * @param stepper the machine, or a mutant of it
 * @param trustingBridge the bridge refuses nothing, so that a broken machine can do harm; for mutants alone
 * @param repeatingFetcher the fetcher appends again what was appended, as if no answer had come; for mutants alone
 * @param groups the sync of consumer groups, or a mutant of it
 */
public record SimOptions(Stepper stepper, boolean trustingBridge, boolean repeatingFetcher, GroupRules groups) {
    public static final SimOptions REAL = new SimOptions(Machine::step, false);

    /** With the real fetcher and the real sync of groups. */
    public SimOptions(Stepper stepper, boolean trustingBridge) {
        this(stepper, trustingBridge, false, GroupRules.REAL);
    }

    /** The real machine and the real bridge, with a mutant of the sync of groups. */
    public static SimOptions syncing(GroupRules groups) {
        return new SimOptions(Machine::step, false, false, groups);
    }
}
