// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon;

import io.kmirrord.bridge.wire.Response;
import io.kmirrord.daemon.bridge.NodeWatch;
import io.kmirrord.daemon.engine.ActorStatus;
import io.kmirrord.daemon.metrics.DaemonSnapshot;
import io.kmirrord.daemon.metrics.MetricsSource;
import io.kmirrord.daemon.metrics.PartitionRow;
import io.kmirrord.protocol.net.NettyResources;
import io.kmirrord.statetopic.Health;
import io.kmirrord.statetopic.StateTopic;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a daemon can say of itself, from its first moment on. Thread-safe. */
final class DaemonStatus implements MetricsSource {
    private final long fetchLimit;
    private final NettyResources network;
    private volatile @Nullable NodeWatch watch;
    private volatile Response.@Nullable Hello hello;
    private volatile @Nullable StateTopic topic;
    private volatile String topicProblem = "not opened yet";
    private volatile Supplier<CompletableFuture<List<ActorStatus>>> actors =
            () -> CompletableFuture.completedFuture(List.of());
    private volatile Supplier<CompletableFuture<List<DaemonSnapshot.Ownership>>> ownership =
            () -> CompletableFuture.completedFuture(List.of());

    DaemonStatus(long fetchLimit, NettyResources network) {
        this.fetchLimit = fetchLimit;
        this.network = network;
    }

    void watching(NodeWatch present) {
        watch = present;
    }

    void greeted(Response.Hello answer) {
        hello = answer;
    }

    /** The bridge's last word on itself, null before the first. */
    Response.@Nullable Hello hello() {
        return hello;
    }

    void topicProblem(String text) {
        topicProblem = text;
    }

    void running(
            StateTopic opened,
            Supplier<CompletableFuture<List<ActorStatus>>> acting,
            Supplier<CompletableFuture<List<DaemonSnapshot.Ownership>>> owned) {
        topic = opened;
        actors = acting;
        ownership = owned;
    }

    @Override
    public CompletionStage<DaemonSnapshot> snapshot() {
        return actors.get()
                .thenCombine(
                        ownership.get(),
                        (statuses, owned) -> new DaemonSnapshot(
                                statuses.stream().map(DaemonStatus::row).toList(),
                                owned,
                                new DaemonSnapshot.FetchMemory(network.budget().reservedBytes(), fetchLimit),
                                bridge(),
                                stateTopic()));
    }

    private static PartitionRow row(ActorStatus actor) {
        return new PartitionRow(
                actor.place().id().mirror(),
                actor.place().topic(),
                actor.place().id().partition(),
                actor.state().name(),
                actor.lag(),
                actor.lagMs());
    }

    private DaemonSnapshot.BridgeHealth bridge() {
        NodeWatch present = watch;
        Response.Hello answer = hello;
        boolean connected = present != null && present.isConnected();
        boolean linked = answer != null && answer.adapter() != null && answer.fenceInstalled();
        String problem = answer == null
                ? "the bridge has not answered yet"
                : !linked ? "not linked: " + answer.linkProblems() : connected ? "" : "the connection is lost";
        return new DaemonSnapshot.BridgeHealth(connected, linked, problem);
    }

    private DaemonSnapshot.StateTopicHealth stateTopic() {
        StateTopic present = topic;
        if (present == null) {
            return new DaemonSnapshot.StateTopicHealth(false, topicProblem, 0);
        }
        Health health = present.health();
        return new DaemonSnapshot.StateTopicHealth(
                health.state() == Health.State.HEALTHY,
                health.text(),
                present.stats().unreadable());
    }
}
