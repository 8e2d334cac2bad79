// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.source;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Reads topic configs at the source. Thread-safe, does not block. */
public interface TopicConfigs extends AutoCloseable {

    /** The configs set on the topic itself: not those that come from its brokers. */
    CompletableFuture<Map<String, String>> ownConfigs(String topic);

    /** Ends what is under way; 1 s at most. Idempotent. */
    @Override
    void close();
}
