// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/** Phase of a partition in the fence of its topic, in the order of a generation's life; it never moves backwards. */
public enum FencePhase {
    PREPARING,
    MIRRORING,
    STOPPING,
    /** Open: clients write. */
    STOPPED
}
