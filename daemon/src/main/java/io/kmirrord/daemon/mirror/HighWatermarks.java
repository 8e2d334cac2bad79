// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.mirror;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.daemon.partition.Event;
import io.kmirrord.daemon.partition.Progress;
import io.kmirrord.daemon.shard.EventQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks for high watermarks that no append will tell, in one request for all partitions that wait. One request at a
 * time. Confined to the shard's queue.
 */
final class HighWatermarks {
    private static final int MAX_PARTITIONS = 500;

    private final EventQueue queue;
    private final BridgeClient bridge;
    private final Map<TopicIdPartition, PartitionRunner> runners;
    private boolean asking;

    HighWatermarks(EventQueue queue, BridgeClient bridge, Map<TopicIdPartition, PartitionRunner> runners) {
        this.queue = queue;
        this.bridge = bridge;
        this.runners = runners;
    }

    void poll() {
        if (asking) {
            return;
        }
        Map<TopicIdPartition, Long> attempts = new HashMap<>();
        for (PartitionRunner runner : runners.values()) {
            Progress progress = runner.progress();
            if (progress != null && progress.wantsHighWatermark() && attempts.size() < MAX_PARTITIONS) {
                attempts.put(runner.partition(), runner.attempt());
            }
        }
        if (attempts.isEmpty()) {
            return;
        }
        asking = true;
        List<TopicIdPartition> partitions = new ArrayList<>(attempts.keySet());
        queue.then(
                bridge.send(new Request.Describe(partitions), Response.Description.class), (description, problem) -> {
                    asking = false;
                    // Without an answer the next poll asks again, and a lost connection is told by WATCH.
                    if (description != null) {
                        tell(description, attempts);
                    }
                });
    }

    private void tell(Response.Description description, Map<TopicIdPartition, Long> attempts) {
        for (Response.PartitionDescription partition : description.partitions()) {
            PartitionRunner runner = runners.get(partition.partition());
            Long attempt = attempts.get(partition.partition());
            if (runner != null && attempt != null) {
                runner.handle(new Event.HighWatermark(attempt, partition.highWatermark()));
            }
        }
    }
}
