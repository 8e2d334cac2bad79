// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import org.apache.kafka.common.protocol.Errors;

/**
 * Answer of OffsetsForLeaderEpoch, or a diverging epoch of a fetch: the largest epoch at or below the one asked for,
 * and the end offset of that epoch. <b>Both matter</b> (F15): the offset alone may belong to a lower epoch.
 *
 * @param error NONE, or the code that was left after the retries
 * @param leaderEpoch -1: the leader knows no epoch at or below the one asked for
 * @param endOffset -1: undefined
 */
public record EpochEnd(Errors error, int leaderEpoch, long endOffset) {}
