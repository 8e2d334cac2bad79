// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

/** Where a copy stands. Not a state of the partition: the copy runs while that is MIRRORING. */
public enum CopyPhase {
    /** The source's leader is not known, or the back-off before the next attempt: the reason says which. */
    WAITING,
    /** Opening the leadership, comparing the tail with the source. */
    BEGINNING,
    /** Fetching and appending. */
    COPYING,
    /** Reported something that is not its own to decide; nothing is touched. */
    ENDED
}
