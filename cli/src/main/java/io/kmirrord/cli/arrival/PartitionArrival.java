// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.arrival;

import io.kmirrord.statemachine.StateName;

/**
 * How far a partition got. Immutable.
 *
 * @param partition -1 for a topic of which no partition is known
 * @param state name of the newest state, UNKNOWN if there is none
 * @param reason why it has not arrived, empty if it has
 * @param remedy what an operator does about it, empty if nothing is known
 */
public record PartitionArrival(
        String topic, int partition, String state, Arrived arrived, String reason, String remedy) {
    public static final int WHOLE_TOPIC = -1;

    /** Returns the entry of a topic that the daemon refused to start. */
    public static PartitionArrival refused(String topic) {
        return new PartitionArrival(
                topic, WHOLE_TOPIC, StateName.UNKNOWN.name(), Arrived.FAILED, "refused by the daemon", "");
    }

    static PartitionArrival ofTopic(String topic, String state, Arrived arrived, String reason) {
        return new PartitionArrival(topic, WHOLE_TOPIC, state, arrived, reason, "");
    }
}
