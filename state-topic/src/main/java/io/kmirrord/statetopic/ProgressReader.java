// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statetopic.progress.KafkaProgressReader;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads the progress topic. Thread-safe. */
public interface ProgressReader extends AutoCloseable {

    /** Returns a reader. */
    static ProgressReader open(StateTopicConfig config) {
        return new KafkaProgressReader(config, Clock.systemUTC());
    }

    /**
     * Reads the last hour of the topic. What cannot be read is skipped and logged.
     *
     * @param mirror whose figures are wanted; null: all
     * @return newest figures by partition, empty if there is no such topic; fails with {@link StateTopicException}
     */
    CompletableFuture<Map<PartitionId, PartitionProgress>> newest(@Nullable String mirror);

    /** Fails what is asked and not answered with CLOSED. Idempotent. */
    @Override
    void close();
}
