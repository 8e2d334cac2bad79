// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;

/** Sees to group offsets of a partition that is about to open. Thread-safe; does not block. */
@FunctionalInterface
public interface GroupSettling {
    /** Idempotent; completes in some seconds at most, and never fails: a stop goes on. */
    CompletableFuture<Void> settle(String mirror, TopicPartition partition);
}
