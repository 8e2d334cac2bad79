// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.daemon.shard.EventQueue;
import java.util.Collection;
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
    private boolean asking;

    HighWatermarks(EventQueue queue, BridgeClient bridge) {
        this.queue = queue;
        this.bridge = bridge;
    }

    private record Asked(CopyRunner runner, long attempt) {}

    void poll(Collection<CopyRunner> runners) {
        if (asking) {
            return;
        }
        Map<TopicIdPartition, Asked> asked = new HashMap<>();
        for (CopyRunner runner : runners) {
            Progress progress = runner.progress();
            if (progress != null && progress.wantsHighWatermark() && asked.size() < MAX_PARTITIONS) {
                asked.put(runner.target().partition(), new Asked(runner, runner.attempt()));
            }
        }
        if (asked.isEmpty()) {
            return;
        }
        asking = true;
        Request request = new Request.Describe(List.copyOf(asked.keySet()));
        queue.then(bridge.send(request, Response.Description.class), (description, problem) -> {
            asking = false;
            // Without an answer the next poll asks again, and a lost connection is told by WATCH.
            if (description != null) {
                tell(description, asked);
            }
        });
    }

    private static void tell(Response.Description description, Map<TopicIdPartition, Asked> asked) {
        for (Response.PartitionDescription partition : description.partitions()) {
            Asked who = asked.get(partition.partition());
            if (who != null) {
                who.runner().handle(new CopyEvent.HighWatermark(who.attempt(), partition.highWatermark()));
            }
        }
    }
}
