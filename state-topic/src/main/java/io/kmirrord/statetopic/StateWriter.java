// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.writer.QueuedWriter;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Writes to the state topic. Thread-safe; never blocks the caller. Futures complete on the writer's thread. Writes land in
 * the order in which they were handed in. Nothing is written while the topic is LOST.
 */
public interface StateWriter extends AutoCloseable {

    /**
     * Returns the writer of a daemon: one transactional producer, named after the state topic and the node. It begins
     * by fencing its predecessor and what of it is still in flight. Writes handed in together go into one
     * transaction. Errors that may pass are retried until it is closed.
     */
    static StateWriter transactional(StateTopicConfig config, StateTopic topic, int nodeId) {
        return QueuedWriter.transactional(config, topic, nodeId);
    }

    /** Returns the writer of a tool: acknowledged by all in-sync replicas, idempotent, no transaction, retried for the timeout. */
    static StateWriter plain(StateTopicConfig config, StateTopic topic) {
        return QueuedWriter.plain(config, topic);
    }

    /**
     * Writes records, all or, without transactions, possibly some of them.
     *
     * @param records a null value is a tombstone
     * @return completes when they are committed; fails with {@link StateTopicException} INVALID, FENCED, LOST, CLOSED,
     *     NOT_AUTHORIZED; of the plain writer also TIMEOUT
     */
    CompletableFuture<Void> write(List<StateRecord> records);

    /** Whether a newer writer of the same node took over; for good. */
    boolean isFenced();

    /** Lets what is under way end for a second; the rest fails with CLOSED. Idempotent. */
    @Override
    void close();
}
