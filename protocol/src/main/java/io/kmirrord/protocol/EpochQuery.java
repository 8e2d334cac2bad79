// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

/**
 * One question of OffsetsForLeaderEpoch.
 *
 * @param currentLeaderEpoch the epoch that the caller believes in, fenced by the leader; -1: not checked
 * @param leaderEpoch the epoch whose end is asked for
 */
public record EpochQuery(int currentLeaderEpoch, int leaderEpoch) {}
