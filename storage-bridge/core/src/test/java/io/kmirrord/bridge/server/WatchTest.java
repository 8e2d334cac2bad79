// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import static io.kmirrord.bridge.server.ServerFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.Response.LocalReplica;
import io.kmirrord.bridge.wire.Response.WatchUpdate;
import io.kmirrord.bridge.wire.TopicIdPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WatchTest {

    private static LocalReplica replica(int partition, int leaderEpoch) {
        return new LocalReplica(ServerFixture.partition(partition), "t", true, leaderEpoch, 100);
    }

    private static WatchUpdate change(long offset, List<LocalReplica> changed, List<TopicIdPartition> removed) {
        return new WatchUpdate(false, offset, -1, changed, removed);
    }

    /** What a reader of the stream holds after an update. */
    private static void apply(Map<TopicIdPartition, LocalReplica> view, WatchUpdate update) {
        if (update.snapshot()) {
            view.clear();
        }
        update.removed().forEach(view::remove);
        update.changed().forEach(replica -> view.put(replica.partition(), replica));
    }

    @Test
    void aMergedUpdateHasTheEffectOfBoth() {
        Random random = new Random(5);
        for (int round = 0; round < 2000; round++) {
            Map<TopicIdPartition, LocalReplica> oneByOne = new HashMap<>();
            Map<TopicIdPartition, LocalReplica> merged = new HashMap<>();
            for (int i = 0; i < 3; i++) {
                oneByOne.put(ServerFixture.partition(i), replica(i, 0));
                merged.put(ServerFixture.partition(i), replica(i, 0));
            }
            WatchUpdate sum = random(random, 0);
            apply(oneByOne, sum);
            for (int step = 1; step < 5; step++) {
                WatchUpdate next = random(random, step);
                apply(oneByOne, next);
                sum = WatchStream.merge(sum, next);
            }
            apply(merged, sum);
            assertThat(merged).isEqualTo(oneByOne);
            assertThat(sum.metadataOffset()).isEqualTo(4);
        }
    }

    private static WatchUpdate random(Random random, int step) {
        List<LocalReplica> changed = new ArrayList<>();
        List<TopicIdPartition> removed = new ArrayList<>();
        boolean snapshot = random.nextInt(6) == 0;
        for (int i = 0; i < 5; i++) {
            int what = random.nextInt(3);
            if (what == 0) {
                changed.add(replica(i, random.nextInt(100)));
            } else if (what == 1 && !snapshot) {
                removed.add(ServerFixture.partition(i));
            }
        }
        return new WatchUpdate(snapshot, step, -1, changed, removed);
    }

    @Test
    void aSlowWatcherGetsMergedUpdatesAndTheSinkNeverBlocks() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            RawPeer slow = fixture.raw().hello();
            slow.send(2, new Request.Watch());
            await("the watch", () -> fixture.operations.watchers.size() == 1);
            Consumer<WatchUpdate> sink = fixture.operations.watchers.get(0);
            Map<TopicIdPartition, LocalReplica> expected = new HashMap<>();
            int updates = 50_000;
            for (int i = 1; i <= updates; i++) {
                WatchUpdate update = change(i, List.of(replica(i % 500, i), replica(i % 7, i)), List.of());
                apply(expected, update);
                sink.accept(update);
            }
            Map<TopicIdPartition, LocalReplica> view = new HashMap<>();
            int received = 0;
            WatchUpdate last;
            do {
                last = (WatchUpdate) Objects.requireNonNull(slow.answer());
                apply(view, last);
                received++;
            } while (last.metadataOffset() < updates);
            assertThat(view).isEqualTo(expected);
            assertThat(received).isLessThan(updates / 2);
            slow.close();
            await("the source to be closed", fixture.operations.watchers::isEmpty);
        }
    }

    @Test
    void aSecondWatchIsRefused() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            RawPeer peer = fixture.raw().hello();
            peer.send(2, new Request.Watch());
            assertThat(peer.answer()).isInstanceOf(WatchUpdate.class);
            peer.send(3, new Request.Watch());
            assertThat(peer.answer())
                    .isInstanceOfSatisfying(
                            Response.Refused.class, r -> assertThat(r.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
        }
    }

    @Test
    void theClientFollowsAndGetsASnapshotAfterEachReconnect() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            BridgeClient client = fixture.client();
            List<WatchUpdate> updates = new CopyOnWriteArrayList<>();
            AtomicInteger losses = new AtomicInteger();
            client.watch(new BridgeClient.WatchListener() {
                @Override
                public void onUpdate(WatchUpdate update) {
                    updates.add(update);
                }

                @Override
                public void onDisconnected() {
                    losses.incrementAndGet();
                }
            });
            await("a snapshot", () -> updates.size() == 1);
            fixture.operations.watchers.get(0).accept(change(8, List.of(replica(1, 2)), List.of()));
            await("a change", () -> updates.size() == 2);
            assertThat(updates.get(1).changed()).containsExactly(replica(1, 2));
            fixture.restartServer();
            await("a snapshot again", () -> updates.size() == 3);
            assertThat(updates.get(2).snapshot()).isTrue();
            assertThat(losses).hasValue(1);
            assertThatThrownBy(() -> client.watch(new BridgeClient.WatchListener() {
                        @Override
                        public void onUpdate(WatchUpdate update) {
                            updates.add(update);
                        }

                        @Override
                        public void onDisconnected() {
                            losses.incrementAndGet();
                        }
                    }))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aRefusedWatchIsAskedForAgainOnTheSameConnection() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            fixture.operations.refuseWatches(3);
            BridgeClient client = fixture.client();
            List<WatchUpdate> updates = new CopyOnWriteArrayList<>();
            AtomicInteger losses = new AtomicInteger();
            client.watch(new BridgeClient.WatchListener() {
                @Override
                public void onUpdate(WatchUpdate update) {
                    updates.add(update);
                }

                @Override
                public void onDisconnected() {
                    losses.incrementAndGet();
                }
            });
            await("a snapshot", () -> updates.size() == 1);
            assertThat(losses).hasValue(0);
            assertThat(fixture.server().stats().connectionsTotal()).isEqualTo(1);
        }
    }
}
