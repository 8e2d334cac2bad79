// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/** Names of the states, as operators read them. */
public enum StateName {
    UNKNOWN,
    PREPARING,
    EPOCH_FENCING,
    ULE_RECOVERY,
    MIRRORING,
    PAUSING,
    PAUSED,
    STOPPING,
    STOPPED,
    FAILED
}
