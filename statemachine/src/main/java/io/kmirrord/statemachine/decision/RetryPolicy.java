// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

/**
 * Exponential back-off with jitter. Immutable.
 *
 * @param initialMs delay before the first retry, at least 1
 * @param maxMs largest delay before jitter
 * @param maxAttempts retries before an operator is needed; 0: never retried
 * @param jitter share of the delay that randomness moves it up or down, 0 to 1
 */
public record RetryPolicy(long initialMs, long maxMs, int maxAttempts, double jitter) {
    public static final RetryPolicy DEFAULT = new RetryPolicy(1_000, 300_000, 100, 0.2);

    public RetryPolicy {
        if (initialMs < 1 || maxMs < initialMs || maxAttempts < 0 || !(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException("initial " + initialMs + " ms, max " + maxMs + " ms, attempts "
                    + maxAttempts + ", jitter " + jitter
                    + "; accepted: initial at least 1, max at least initial, attempts at least 0, jitter 0 to 1");
        }
    }

    /** Returns whether attempt n (from 1) may be retried without an operator. */
    public boolean allows(int attempt) {
        return attempt <= maxAttempts;
    }

    /**
     * Returns the delay in milliseconds before retry n: initial times 2 to the (n-1), at most max, moved by jitter.
     *
     * @param attempt 1 or more
     * @param random at least 0, below 1
     */
    public long delayMs(int attempt, double random) {
        int doublings = Math.min(Math.max(attempt, 1) - 1, 62);
        double plain = Math.min((double) maxMs, initialMs * Math.pow(2, doublings));
        return Math.max(1, Math.round(plain * (1 + jitter * (2 * random - 1))));
    }
}
