// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

/**
 * What a group has committed for a partition.
 *
 * @param leaderEpoch of the last record read, -1 if it was committed without one
 * @param metadata as the consumer gave it, empty if none
 */
public record CommittedOffset(long offset, int leaderEpoch, String metadata) {}
