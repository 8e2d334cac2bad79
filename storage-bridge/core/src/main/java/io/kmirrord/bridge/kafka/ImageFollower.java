// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import io.kmirrord.bridge.wire.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import kafka.cluster.Partition;
import kafka.server.ReplicaManager;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.TopicImage;
import org.apache.kafka.image.loader.MetadataLoader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;

/**
 * Follows the metadata log: the fences before a broker applies an image, so that the gate knows a fence before the
 * broker leads a partition of it, and the listeners after. Called by the thread that publishes metadata.
 */
final class ImageFollower {
    private static final Logger LOG = LoggerFactory.getLogger("io.kmirrord.bridge.fence");
    private static final long LOADER_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final BrokerNode node;
    private final FenceBarrier barrier;
    private @Nullable MetadataImage applied;

    ImageFollower(BrokerNode node) {
        this.node = node;
        this.barrier = new FenceBarrier(node.fences());
    }

    /**
     * On a node that is not a broker, installs a publisher of our own as soon as there is a loader to take it. A
     * broker is followed by the hook instead: among publishers there is no order.
     */
    void followWithoutBroker() {
        if (node.roles().contains(Response.Role.BROKER)) {
            return;
        }
        Thread thread = new Thread(this::installPublisher, "kmirrord-bridge-publisher");
        thread.setDaemon(true);
        thread.start();
    }

    private void installPublisher() {
        MetadataLoader loader = node.sharedServer().loader();
        while (loader == null) {
            LockSupport.parkNanos(LOADER_POLL_NANOS);
            loader = node.sharedServer().loader();
        }
        try {
            loader.installPublishers(List.of(new FencePublisher(this))).join();
        } catch (RuntimeException e) {
            node.fences().setStale(true);
            LOG.error("this controller does not follow the fences", e);
        }
    }

    /**
     * Returns the image that the broker is applying, null between two. On the thread that applies it only: followers
     * are made there.
     */
    @Nullable
    MetadataImage imageBeingApplied() {
        return applied;
    }

    void beforeApplied(MetadataDelta delta, MetadataImage image) {
        applied = image;
        try {
            Set<Uuid> changed = node.fences().load(delta, image);
            List<Runnable> passes = new ArrayList<>();
            ReplicaManager replicaManager = node.replicaManagerOrNull();
            if (replicaManager != null) {
                changed.forEach(topicId -> addPasses(replicaManager, image, topicId, passes));
            }
            barrier.bringInForce(image.offset(), passes);
            node.fences().setStale(false);
        } catch (RuntimeException e) {
            node.fences().setStale(true);
            throw e;
        }
    }

    void afterApplied(MetadataDelta delta, MetadataImage image) {
        applied = null;
        for (ImageListener listener : node.imageListeners()) {
            try {
                listener.onImage(delta, image);
            } catch (RuntimeException e) {
                LOG.error("a listener of the metadata log failed at offset {}", image.offset(), e);
            }
        }
    }

    private void addPasses(ReplicaManager replicaManager, MetadataImage image, Uuid topicId, List<Runnable> passes) {
        TopicImage topic = image.topics().getTopic(topicId);
        if (topic == null) {
            return;
        }
        for (int index : topic.partitions().keySet()) {
            Option<Partition> local = replicaManager.onlinePartition(new TopicPartition(topic.name(), index));
            if (!local.isEmpty() && local.get().topicId().contains(topicId)) {
                passes.add(() -> pass(local.get(), topicId));
            }
        }
    }

    /** The fence is read anew: a pass that waited must not trim a partition that was opened in the meantime. */
    private void pass(Partition partition, Uuid topicId) {
        EpochTrim.barrier(partition, () -> {
            FenceEntry fence = node.fences().entry(topicId);
            return fence != null && fence.hasSourceEpochsOnly(partition.partitionId());
        });
    }
}
