// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.arrival;

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

    static PartitionArrival ofTopic(String topic, String state, Arrived arrived, String reason) {
        return new PartitionArrival(topic, WHOLE_TOPIC, state, arrived, reason, "");
    }
}
