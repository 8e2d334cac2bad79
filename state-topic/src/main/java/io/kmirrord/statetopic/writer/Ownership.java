// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.writer;

/**
 * Tells whether another writer took over a transactional id.
 *
 * <p>A producer cannot tell by itself: it is fenced in the same words when a newer one began and when its own transaction
 * took too long, as it does while the coordinator is away. The coordinator keeps the transaction timeout of the newest
 * producer, so each writer asks for a timeout of its own, and finds it changed once it was taken over.
 */
interface Ownership {

    /**
     * Asks the coordinator. Blocks.
     *
     * @throws RuntimeException if it does not answer
     */
    boolean takenOver();
}
