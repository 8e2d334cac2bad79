// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

/**
 * What clients share: event loops, resolver threads, the fetch budget. One per process is enough. Thread-safe.
 */
public interface NetworkResources extends AutoCloseable {

    FetchBudget budget();

    /** Ends all connections and threads; waits 5 s at most. Close the clients first. Idempotent. */
    @Override
    void close();
}
