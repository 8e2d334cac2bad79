// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import kafka.cluster.Partition;
import kafka.server.ReplicaManager;
import kafka.server.SharedServer;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.requests.ProduceResponse.PartitionResponse;
import org.apache.kafka.controller.QuorumController;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.storage.internals.log.AppendOrigin;
import org.apache.kafka.storage.internals.log.LogStartOffsetIncrementReason;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.jspecify.annotations.Nullable;
import scala.Function1;
import scala.Option;
import scala.runtime.BoxedUnit;

/** The hooks of a node whose members are all there. Thread-safe. */
public final class BrokerHooks implements HookTarget {
    private final BrokerNode node;
    private final Runnable onNode;
    private final ImageFollower follower;
    private final ResetKeeper resets;
    private final StaleLogs staleLogs;
    private final Gate gate;
    private final ProduceHook produce;

    /**
     * Makes the hooks.
     *
     * @param onNode called once the node is known, on the thread that builds it: must not block
     */
    public BrokerHooks(BrokerNode node, Runnable onNode) {
        this.node = node;
        this.onNode = onNode;
        this.follower = new ImageFollower(node);
        this.staleLogs = new StaleLogs(node);
        this.resets = new ResetKeeper(node.line().log());
        Refusals refusals = new Refusals(
                node.counters(), node.line().log(), () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
        this.gate = new Gate(node.fences(), resets, refusals);
        this.produce = new ProduceHook(node.fences(), refusals);
    }

    @Override
    public void sharedServerBuilt(Object sharedServer) {
        node.capture((SharedServer) sharedServer);
        follower.followWithoutBroker();
        onNode.run();
    }

    @Override
    public void replicaManagerBuilt(Object replicaManager) {
        node.capture((ReplicaManager) replicaManager);
    }

    @Override
    public void quorumControllerBuilt(Object quorumController) {
        node.capture((QuorumController) quorumController);
    }

    @Override
    public void beforeImage(Object delta, Object image) {
        follower.beforeApplied((MetadataDelta) delta, (MetadataImage) image);
    }

    @Override
    public void afterImage(Object delta, Object image) {
        follower.afterApplied((MetadataDelta) delta, (MetadataImage) image);
    }

    @Override
    public @Nullable Object beforeAppend(Object log, int leaderEpoch, Object origin) {
        return gate.decide((UnifiedLog) log, leaderEpoch, (AppendOrigin) origin);
    }

    @Override
    public boolean skipsEpochStart(Object log) {
        UnifiedLog unifiedLog = (UnifiedLog) log;
        FenceEntry fence = gate.fenceOf(unifiedLog);
        if (fence == null
                || !fence.hasSourceEpochsOnly(unifiedLog.topicPartition().partition())) {
            return false;
        }
        node.counters().skippedEpochStarts.increment();
        return true;
    }

    @Override
    public Optional<?> endOfUnknownEpoch(Object log, int epoch) {
        UnifiedLog unifiedLog = (UnifiedLog) log;
        return gate.fenceOf(unifiedLog) == null ? Optional.empty() : EpochEnd.of(unifiedLog, epoch);
    }

    @Override
    public void leaderMade(Object partition) {
        staleLogs.forget(((Partition) partition).topicPartition());
        resetIfOpen((Partition) partition);
    }

    @Override
    public void followerMade(Object partition, boolean newLeaderEpoch) {
        Partition follower = (Partition) partition;
        resets.forget(follower.topicPartition());
        if (newLeaderEpoch) {
            staleLogs.followerMade(follower, this.follower.imageBeingApplied());
        }
        trimIfFenced(follower);
    }

    @Override
    public void logSwapped(Object partition) {
        resetIfOpen((Partition) partition);
        trimIfFenced((Partition) partition);
    }

    private void resetIfOpen(Partition partition) {
        Option<UnifiedLog> log = partition.leaderLogIfLocal();
        if (log.isEmpty()) {
            return;
        }
        FenceEntry fence = gate.fenceOf(log.get());
        if (fence != null && fence.isOpen(partition.partitionId())) {
            resets.ensure(log.get(), partition.getLeaderEpoch(), fence);
        }
    }

    private void trimIfFenced(Partition partition) {
        Option<UnifiedLog> log = partition.log();
        FenceEntry fence = log.isEmpty() ? null : gate.fenceOf(log.get());
        if (fence != null && fence.hasSourceEpochsOnly(partition.partitionId())) {
            EpochTrim.barrier(partition, () -> true);
        }
    }

    @Override
    public @Nullable RuntimeException beforeLogStart(Object log, Object reason) {
        return reason == LogStartOffsetIncrementReason.ClientRecordDeletion
                ? gate.refuseDelete((UnifiedLog) log)
                : null;
    }

    @Override
    @SuppressWarnings("unchecked") // the types that handleProduceAppend declares; the hook matched its descriptor
    public @Nullable ProduceSplit beforeProduce(Object replicaManager, Object entries, Object callback) {
        return produce.split(
                (ReplicaManager) replicaManager,
                (scala.collection.Map<TopicIdPartition, Object>) entries,
                (Function1<scala.collection.Map<TopicIdPartition, PartitionResponse>, BoxedUnit>) callback);
    }
}
