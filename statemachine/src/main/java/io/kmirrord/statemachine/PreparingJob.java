// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/** The job of PREPARING that is under way. A new leadership begins again at the first. */
public sealed interface PreparingJob {

    /** Job 1: loop, reverse mirror, position at the source. */
    record CheckingSource() implements PreparingJob {}

    /** Job 2: the fence comes into force. */
    record Fencing(Alignment.Base base) implements PreparingJob {}

    /** Jobs 3 to 6. */
    record Aligning(Alignment alignment) implements PreparingJob {}

    /** Job 7: the DLE is raised above the SLE. Ends with the leadership that the raise makes. */
    record RaisingEpoch(int sourceLeaderEpoch) implements PreparingJob {}
}
