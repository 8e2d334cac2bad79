// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.BrokerNode;
import io.kmirrord.bridge.kafka.ControllerMembers;
import io.kmirrord.bridge.kafka.ImageListener;
import io.kmirrord.bridge.wire.ControllerResign;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.controller.QuorumController;
import org.apache.kafka.image.ConfigurationsDelta;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * On the active controller, steps down when a daemon asks for it in the metadata log ({@link ControllerResign}), as Kafka
 * itself does when it lost its majority (KafkaRaftClient.resign): the other voters elect one of them within a second. Of the
 * thread that publishes metadata; what it calls only sets a flag.
 */
final class ResignKeeper implements ImageListener {
    private static final Logger LOG = LoggerFactory.getLogger("io.kmirrord.bridge.controller");

    private final BrokerNode node;
    private int resigned = -1;

    ResignKeeper(BrokerNode node) {
        this.node = node;
    }

    @Override
    public void onImage(MetadataDelta delta, MetadataImage image) {
        QuorumController controller = node.controllerOrNull();
        ConfigurationsDelta changed = delta.configsDelta();
        if (controller == null || changed == null) {
            return;
        }
        for (ConfigResource resource : changed.changes().keySet()) {
            if (resource.type() == ConfigResource.Type.BROKER) {
                String text = image.configs().configMapForResource(resource).get(ControllerResign.CONFIG_KEY);
                Optional<ControllerResign> asked = text == null ? Optional.empty() : ControllerResign.parse(text);
                asked.ifPresent(ask -> heed(ask, controller));
            }
        }
    }

    private void heed(ControllerResign asked, QuorumController controller) {
        int claim = controller.curClaimEpoch();
        if (asked.nodeId() != node.nodeId() || asked.epoch() != claim || claim < 0 || claim == resigned) {
            return;
        }
        LOG.warn(
                "steps down as the active controller of epoch {}: a daemon asks for it, since the one beside this node is "
                        + "silent",
                claim);
        new ControllerMembers().resign(controller, claim);
        resigned = claim;
    }
}
