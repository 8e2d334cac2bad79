// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.bridge;

import io.kmirrord.bridge.wire.TopicIdPartition;

/**
 * Who leads a partition that has a replica here.
 *
 * @param leaderEpoch when the local broker leads, else
 *     {@link #NOT_LED}: a follower, removed, or the bridge is not reachable
 */
public record Leadership(TopicIdPartition partition, String topic, int leaderEpoch) {
    public static final int NOT_LED = -1;

    public boolean isLed() {
        return leaderEpoch != NOT_LED;
    }
}
