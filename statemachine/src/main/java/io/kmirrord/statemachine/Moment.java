// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/**
 * When a step is taken, and its one random draw. Immutable.
 *
 * @param epochMs wall clock, milliseconds since 1970
 * @param random at least 0, below 1; used for jitter alone
 */
public record Moment(long epochMs, double random) {
    public Moment {
        if (!(random >= 0 && random < 1)) {
            throw new IllegalArgumentException("random " + random + "; accepted: at least 0 and below 1");
        }
    }
}
