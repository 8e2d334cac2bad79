// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.partition;

/** States of a mirror partition (design section 6) that this form of the daemon has. */
public enum StateName {
    /** Not led here, source not known, or waiting before the next attempt: the reason says which. */
    UNKNOWN,
    /** Opening the leadership, comparing the tail with the source, perhaps starting an empty log at an offset. */
    PREPARING,
    /** The leader epoch here is not above that of the source: waits for the controller to raise it. */
    EPOCH_FENCING,
    /** Copying. */
    MIRRORING,
    /** Nothing is touched until leadership moves or the obstacle goes away. */
    FAILED
}
