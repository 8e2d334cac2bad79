// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

/**
 * What is real and what is broken.
 *
 * @param stepper the machine, or a mutant of it
 * @param trustingBridge the bridge refuses nothing, so that a broken machine can do harm; for mutants alone
 */
public record SimOptions(Stepper stepper, boolean trustingBridge) {
    public static final SimOptions REAL = new SimOptions(io.kmirrord.statemachine.Machine::step, false);
}
