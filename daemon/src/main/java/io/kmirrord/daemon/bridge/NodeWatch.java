// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.bridge;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.daemon.shard.EventQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the WATCH stream and tells what changed. A lost connection is the
 * loss of every leadership: the next snapshot gives them back. Confined to its queue.
 */
public final class NodeWatch implements BridgeClient.WatchListener {
    private static final Logger LOG = LoggerFactory.getLogger(NodeWatch.class);

    private final EventQueue queue;
    private final LeadershipListener listener;
    private final Map<TopicIdPartition, Leadership> led = new HashMap<>();
    private int controllerEpoch = -1;
    private volatile boolean connected;

    public NodeWatch(EventQueue queue, LeadershipListener listener) {
        this.queue = queue;
        this.listener = listener;
    }

    @Override
    public void onUpdate(Response.WatchUpdate update) {
        queue.post(() -> updated(update));
    }

    @Override
    public void onDisconnected() {
        queue.post(this::disconnected);
    }

    private void updated(Response.WatchUpdate update) {
        if (!connected) {
            connected = true;
            LOG.info("bridge connected; the node holds metadata up to offset {}", update.metadataOffset());
        }
        Map<TopicIdPartition, Leadership> changes = new HashMap<>();
        if (update.snapshot()) {
            Set<TopicIdPartition> gone = new HashSet<>(led.keySet());
            update.changed().forEach(replica -> gone.remove(replica.partition()));
            gone.forEach(partition -> changes.put(partition, lost(partition)));
        }
        for (Response.LocalReplica replica : update.changed()) {
            int epoch = replica.leader() ? replica.leaderEpoch() : Leadership.NOT_LED;
            changes.put(replica.partition(), new Leadership(replica.partition(), replica.topicName(), epoch));
        }
        update.removed().forEach(partition -> changes.put(partition, lost(partition)));
        tell(changes);
        tellController(update.controllerEpoch());
    }

    /** Whether the stream stands. Thread-safe. */
    public boolean isConnected() {
        return connected;
    }

    private Leadership lost(TopicIdPartition partition) {
        Leadership known = led.get(partition);
        return new Leadership(partition, known == null ? "" : known.topic(), Leadership.NOT_LED);
    }

    private void disconnected() {
        if (connected) {
            connected = false;
            LOG.warn("bridge connection lost; connects again for ever");
        }
        Map<TopicIdPartition, Leadership> changes = new HashMap<>();
        led.keySet().forEach(partition -> changes.put(partition, lost(partition)));
        tell(changes);
        tellController(-1);
    }

    private void tell(Map<TopicIdPartition, Leadership> changes) {
        List<Leadership> news = new ArrayList<>();
        changes.forEach((partition, now) -> {
            if (now.leaderEpoch() == Leadership.NOT_LED) {
                if (led.remove(partition) != null) {
                    news.add(now);
                }
            } else if (!now.equals(led.put(partition, now))) {
                news.add(now);
            }
        });
        if (!news.isEmpty()) {
            listener.leaderships(news);
        }
    }

    private void tellController(int epoch) {
        if (epoch != controllerEpoch) {
            controllerEpoch = epoch;
            listener.controllerEpoch(epoch);
        }
    }
}
