// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

/**
 * Limits of each fetch of a session.
 *
 * @param maxWaitMs how long the source may hold the request when there is less than minBytes, 0 or more
 * @param minBytes answer as soon as there is this much, 0 or more
 * @param maxBytes size of a response, above 0; reserved from {@link FetchBudget} before the request is sent
 */
public record FetchOptions(int maxWaitMs, int minBytes, int maxBytes) {

    public FetchOptions {
        if (maxWaitMs < 0 || minBytes < 0 || maxBytes <= 0) {
            throw new IllegalArgumentException("fetch options maxWaitMs " + maxWaitMs + ", minBytes " + minBytes
                    + ", maxBytes " + maxBytes + "; accepted: 0 or more, 0 or more, above 0");
        }
    }

    /** 500 ms, 1 byte, 10 MiB. */
    public static FetchOptions defaults() {
        return new FetchOptions(500, 1, 10 << 20);
    }
}
