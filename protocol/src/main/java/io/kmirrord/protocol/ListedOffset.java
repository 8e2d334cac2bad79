// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import org.apache.kafka.common.protocol.Errors;

/**
 * Answer of ListOffsets for one partition.
 *
 * @param error NONE, or the code that was left after the retries; then the other values are -1
 * @param offset -1 also when no record is as young as the timestamp
 * @param timestampMs of the record found; -1 for earliest and latest
 * @param leaderEpoch of the record found; -1 when unknown
 */
public record ListedOffset(Errors error, long offset, long timestampMs, int leaderEpoch) {}
