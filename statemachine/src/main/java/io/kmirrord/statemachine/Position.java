// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/**
 * Where a log stopped to be a copy: LME and LMO of a stop. Immutable.
 *
 * @param sourceClusterId cluster that was mirrored, empty if nothing is known
 * @param lme last mirror epoch, -1 if the log held no epoch
 * @param lmo last mirror offset: first offset that is not the source's; -1 if nothing is known
 * @param stopEpoch E of the stop that recorded this, -1 if not known
 * @param contactMs when the source was last read, 0 if not known
 */
public record Position(String sourceClusterId, int lme, long lmo, int stopEpoch, long contactMs) {
    /** A log of which nothing is known to be the source's. */
    public static final Position NOTHING = new Position("", -1, -1, -1, 0);

    public boolean isKnown() {
        return lmo >= 0;
    }
}
