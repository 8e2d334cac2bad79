// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Commits group offsets under the transactional id of a mirror, which has one holder at a time: who begins fences whoever
 * began before, and a commit of that one that is still under way is refused (F19). Thread-safe; does not block.
 */
public interface GroupCommits extends AutoCloseable {

    /** Takes the id over. Whatever is decided from now on must be of what is read from now on. */
    CompletableFuture<Void> begin();

    /** Whether this one began, and was not found to be fenced since. */
    boolean holds();

    /**
     * Commits, each group whole or not at all.
     *
     * @return the groups that were refused: one that has members by now, one that our principal may not write; fails when
     *     nothing more is to be committed under this hold: fenced, or not known
     */
    CompletableFuture<Map<String, Refusal>> commit(Map<String, Map<TopicPartition, OffsetAndMetadata>> commits);

    /** Gives the id up; does not block. */
    @Override
    void close();
}
