// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.daemon.shard.EventQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the WATCH stream means. */
final class NodeWatchTest {
    private static final TopicIdPartition A0 = new TopicIdPartition(new UUID(1, 1), 0);
    private static final TopicIdPartition A1 = new TopicIdPartition(new UUID(1, 1), 1);
    private static final TopicIdPartition B0 = new TopicIdPartition(new UUID(2, 2), 0);

    private final EventQueue queue = new EventQueue("kmirrord-shard-0");
    private final List<Object> told = new ArrayList<>();
    private final NodeWatch watch = new NodeWatch(queue, new LeadershipListener() {
        @Override
        public void leaderships(List<Leadership> changed) {
            told.addAll(changed);
        }

        @Override
        public void controllerEpoch(int epoch) {
            told.add(epoch);
        }
    });

    @AfterEach
    void close() {
        queue.close();
    }

    private static Response.LocalReplica replica(TopicIdPartition partition, String topic, boolean leader, int epoch) {
        return new Response.LocalReplica(partition, topic, leader, epoch, 2);
    }

    private void update(boolean snapshot, int controllerEpoch, Response.LocalReplica... changed) {
        watch.onUpdate(new Response.WatchUpdate(snapshot, 1, controllerEpoch, List.of(changed), List.of()));
    }

    private List<Object> told() {
        CompletableFuture<List<Object>> all = new CompletableFuture<>();
        queue.post(() -> {
            all.complete(List.copyOf(told));
            told.clear();
        });
        return all.join();
    }

    @Test
    void tellsLeadershipsOnce() {
        update(true, -1, replica(A0, "a", true, 5), replica(A1, "a", false, 5), replica(B0, "b", true, 5));
        assertThat(told()).containsExactlyInAnyOrder(new Leadership(A0, "a", 5), new Leadership(B0, "b", 5));
        update(false, -1, replica(A0, "a", true, 5));
        assertThat(told()).isEmpty();
        update(false, -1, replica(A0, "a", true, 6), replica(A1, "a", true, 6));
        assertThat(told()).containsExactlyInAnyOrder(new Leadership(A0, "a", 6), new Leadership(A1, "a", 6));
        update(false, -1, replica(A0, "a", false, 7));
        assertThat(told()).containsExactly(new Leadership(A0, "a", Leadership.NOT_LED));
    }

    @Test
    void aSnapshotForgetsWhatItDoesNotName() {
        update(true, -1, replica(A0, "a", true, 5), replica(A1, "a", true, 5));
        told();
        update(true, -1, replica(A1, "a", true, 5));
        assertThat(told()).containsExactly(new Leadership(A0, "a", Leadership.NOT_LED));
    }

    @Test
    void aLostConnectionIsTheLossOfEveryLeadershipAndOfTheController() {
        update(true, 3, replica(A0, "a", true, 5));
        assertThat(told()).containsExactly(new Leadership(A0, "a", 5), 3);
        watch.onDisconnected();
        assertThat(told()).containsExactly(new Leadership(A0, "a", Leadership.NOT_LED), -1);
        update(true, 3, replica(A0, "a", true, 5));
        assertThat(told()).containsExactly(new Leadership(A0, "a", 5), 3);
    }
}
