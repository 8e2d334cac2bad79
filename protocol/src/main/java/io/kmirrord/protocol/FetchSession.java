// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicIdPartition;

/**
 * An incremental fetch session (KIP-227) with one broker, over a connection of its own. The session remembers the
 * positions; each call names what changed since the last one. A consumer fetch: replica id -1, read_uncommitted,
 * never a rack id, so the source never redirects to a follower.
 *
 * <p>Use, while the results of response n are still being appended:
 * <pre>{@code
 * result n arrives -> compute the next positions -> fetch(next positions, gone) -> append result n, close it
 * }</pre>
 *
 * <p>Thread-safe, but one fetch at a time. A session that the broker forgot (FETCH_SESSION_ID_NOT_FOUND,
 * INVALID_FETCH_SESSION_EPOCH, FETCH_SESSION_TOPIC_ID_ERROR) is set up anew unseen. After a failed fetch the session
 * stays usable: the positions are kept, the next fetch connects again (after a back-off) and names all of them.
 */
public interface FetchSession extends AutoCloseable {

    /** The broker that this session reads from. */
    int brokerId();

    /**
     * Sends the next fetch, once {@link FetchOptions#maxBytes} could be reserved from the budget, a connection stands
     * and no throttle time of the source is running.
     *
     * <p>A partition stays in the session until it is removed, with an error too; a source answers at once while one
     * partition has an error: remove it, or this becomes a loop without a pause. A position must be sent again after
     * data was received, else the source sends the same data again. With no partition at all: completes exceptionally
     * (FATAL).
     *
     * @param changed positions that are new or differ from before
     * @param removed partitions to forget; unknown ones are ignored; one that is in both lists is changed
     * @return completes with the answer, which the caller must close, or exceptionally with {@link WireException}
     * @throws IllegalStateException when the last fetch has not completed yet
     */
    CompletableFuture<FetchResult> fetch(Collection<FetchPosition> changed, Collection<TopicIdPartition> removed);

    /**
     * Ends the session at the broker (best effort) and closes the connection. A fetch in flight completes
     * exceptionally; results already handed out stay valid. Idempotent, does not block.
     */
    @Override
    void close();
}
