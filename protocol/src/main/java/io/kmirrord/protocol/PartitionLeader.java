// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

/**
 * Who leads a partition, as far as this client knows.
 *
 * @param brokerId 0 or more
 * @param leaderEpoch -1 when the source does not tell
 */
public record PartitionLeader(int brokerId, int leaderEpoch) {}
