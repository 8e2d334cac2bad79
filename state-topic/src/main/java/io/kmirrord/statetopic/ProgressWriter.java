// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import io.kmirrord.statetopic.progress.KafkaProgressWriter;
import java.util.List;

/** Writes to the progress topic. Thread-safe; never blocks the caller. What cannot be written is dropped and counted. */
public interface ProgressWriter extends AutoCloseable {

    /** Returns a writer. The topic must exist: {@link StateTopic#open} creates it. */
    static ProgressWriter open(StateTopicConfig config) {
        return new KafkaProgressWriter(config);
    }

    /**
     * Writes figures, in records below 200 kB.
     *
     * @param nodeId beside which the caller runs
     * @param changed only what changed since the last call
     */
    void write(int nodeId, List<PartitionProgress> changed);

    /** Returns how many figures were dropped so far. */
    long dropped();

    /** Lets what is under way end for a second. Idempotent. */
    @Override
    void close();
}
