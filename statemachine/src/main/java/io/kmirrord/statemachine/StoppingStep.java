// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/** The step of STOPPING that is under way. A new leadership begins again at the first; each is idempotent. */
public enum StoppingStep {
    /** Step 1: no fetcher, no token; the fence says STOPPING and holds E. */
    REMOVING_FETCHER,
    /** Step 2: HW = LEO (R5). */
    AWAITING_HIGH_WATERMARK,
    /** Steps 3 and 4: LME and LMO are persisted, then the DLE is raised to E. Ends with the leadership it makes. */
    RAISING_EPOCH,
    /** Step 5: ABORT markers below HW. */
    ABORTING,
    /** Step 6: the mark below HW. */
    MARKING,
    /** Step 7: the partition opens in the fence. */
    OPENING
}
