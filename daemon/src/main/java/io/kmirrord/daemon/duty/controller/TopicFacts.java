// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

/**
 * What is known of a topic of the destination. Immutable. Both figures may be behind; the bridge refuses what was decided
 * with too low ones and tells the right ones.
 *
 * @param partitions their number, at least 1
 * @param counted whether the controller told the number
 * @param highestLeaderEpoch of all partitions, -1 if not known
 */
record TopicFacts(int partitions, boolean counted, int highestLeaderEpoch) {
    static final TopicFacts UNKNOWN = new TopicFacts(1, false, -1);

    TopicFacts withPartitions(int told) {
        return new TopicFacts(told, true, highestLeaderEpoch);
    }

    TopicFacts withHighestLeaderEpoch(int told) {
        return new TopicFacts(partitions, counted, Math.max(told, highestLeaderEpoch));
    }

    /** Widens a number that was only guessed. */
    TopicFacts including(int partition) {
        return counted || partition < partitions ? this : new TopicFacts(partition + 1, false, highestLeaderEpoch);
    }
}
