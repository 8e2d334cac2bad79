// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.Moment;
import io.kmirrord.statemachine.PartitionState;
import io.kmirrord.statemachine.Step;

/** The machine as the simulation sees it: {@link io.kmirrord.statemachine.Machine#step} or a mutant. */
@FunctionalInterface
public interface Stepper {
    Step step(PartitionState state, Event event, Moment now);
}
