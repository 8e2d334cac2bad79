// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.protocol.Backoff;

/**
 * Bounds of a partition mirror.
 *
 * @param appendsInFlight at once, 1 or more
 * @param bytesAhead above the high watermark, at most; the append that crosses the bound is the last
 * @param doubtfulAttempts how often in a row something that looks like corruption, or like a right that is gone, is tried again before ENDED
 */
public record Limits(int appendsInFlight, long bytesAhead, Backoff backoff, int doubtfulAttempts) {}
