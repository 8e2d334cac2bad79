// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/** What a generation has done to the log of a partition so far. Never moves backwards within a generation. */
public enum Touch {
    /** Nothing: every local record and every local transaction is still there. */
    UNTOUCHED,
    /** A cut was begun; the log is not yet known to be a prefix of the source's. */
    CUT,
    /** The log is a prefix of the source's and may have grown by its batches. */
    MIRRORED
}
