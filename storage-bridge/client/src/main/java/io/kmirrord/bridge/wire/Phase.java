// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

/** Phase of a fence. The order of the constants is the order of a generation's life; a phase never moves backwards. */
public enum Phase {
    /** Before the cut: clients refused (POLICY_VIOLATION), transaction markers appended. */
    PREPARING,
    /** Clients refused (POLICY_VIOLATION), transaction markers swallowed. */
    MIRRORING,
    /** Clients refused with NOT_ENOUGH_REPLICAS, which producers retry unseen (F12); markers swallowed. */
    STOPPING,
    /** Open: clients write; producers of the mirrored part are forgotten on each leadership (C3). */
    STOPPED
}
