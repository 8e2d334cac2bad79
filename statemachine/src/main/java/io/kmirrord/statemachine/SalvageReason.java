// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/** Why records are removed from a log, and so are saved first. */
public enum SalvageReason {
    /** A start: the log held records above the offset up to which it agrees with the source. */
    PREPARING,
    /** The source diverged by an unclean election, and the mirror follows it. */
    ULE_RECOVERY,
    /** The log is emptied and copied anew. */
    FULL_COPY
}
