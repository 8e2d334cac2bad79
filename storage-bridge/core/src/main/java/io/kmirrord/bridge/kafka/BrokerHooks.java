// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.util.Set;
import kafka.server.ReplicaManager;
import kafka.server.SharedServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.controller.QuorumController;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.jspecify.annotations.Nullable;

/** The hooks of a broker whose members are all there. Thread-safe. */
public final class BrokerHooks implements HookTarget {
    private final BrokerNode node;
    private final Runnable onNode;

    /**
     * Makes the hooks.
     *
     * @param onNode called once the node is known, on the thread that builds it: must not block
     */
    public BrokerHooks(BrokerNode node, Runnable onNode) {
        this.node = node;
        this.onNode = onNode;
    }

    @Override
    public void sharedServerBuilt(Object sharedServer) {
        node.capture((SharedServer) sharedServer);
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
        MetadataImage newImage = (MetadataImage) image;
        Set<Uuid> changed = node.fences().load((MetadataDelta) delta, newImage);
        if (changed.isEmpty()) {
            node.fences().inForce(newImage.offset());
        }
    }

    @Override
    public void afterImage(Object delta, Object image) {
        for (ImageListener listener : node.imageListeners()) {
            listener.onImage((MetadataDelta) delta, (MetadataImage) image);
        }
    }

    @Override
    public @Nullable RuntimeException beforeAppend(Object log, int leaderEpoch, Object origin) {
        return null;
    }

    @Override
    public boolean skipsEpochStart(Object log) {
        return false;
    }

    @Override
    public void leaderMade(Object partition) {}

    @Override
    public void followerMade(Object partition) {}

    @Override
    public void logSwapped(Object partition) {}

    @Override
    public @Nullable RuntimeException beforeDeleteRecords(Object partition) {
        return null;
    }

    @Override
    public @Nullable ProduceSplit beforeProduce(Object replicaManager, Object entries, Object callback) {
        return null;
    }
}
