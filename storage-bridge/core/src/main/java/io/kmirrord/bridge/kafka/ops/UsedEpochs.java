// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.ControllerMembers;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.TopicIds;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.controller.QuorumController;
import org.apache.kafka.metadata.PartitionRegistration;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.jspecify.annotations.Nullable;

/**
 * The highest leader epoch that the bridge gave, or found, for a topic id: dynamic config {@code
 * kmirrord.epochs.<topicId>} beside the fence, value {@code v1;<epoch>}. It outlives the topic. Elections add to it
 * unseen, one at a time; a topic that is created again with the id begins a block of epochs (design C2) above it, which
 * no number of elections fills. A bridge that does not know the key ignores it. Used on the event thread of the
 * controller only. Stateless.
 */
final class UsedEpochs {
    static final String CONFIG_PREFIX = "kmirrord.epochs.";

    static final int BLOCK = 1 << 20;

    private static final String VERSION = "v1;";

    private UsedEpochs() {}

    /** Returns the recorded epoch, -1 if there is none that can be read. */
    static int read(ControllerMembers members, QuorumController controller, UUID topicId) {
        return parse(FenceRecords.value(members, controller, key(topicId)));
    }

    static int parse(@Nullable String text) {
        if (text == null || !text.startsWith(VERSION)) {
            return -1;
        }
        try {
            return Integer.parseInt(text.substring(VERSION.length()));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Adds what has to be written if an epoch is above the recorded one. */
    static void record(
            ControllerMembers members,
            QuorumController controller,
            UUID topicId,
            int epoch,
            List<ApiMessageAndVersion> records) {
        if (epoch > read(members, controller, topicId)) {
            records.add(FenceRecords.config(key(topicId), VERSION + epoch));
        }
    }

    /** Returns the highest leader epoch of a topic's partitions, -1 if it has none. */
    static int highest(ControllerMembers members, QuorumController controller, Uuid topicId, int partitions) {
        int highest = -1;
        for (int partition = 0; partition < partitions; partition++) {
            PartitionRegistration present = members.partition(controller, topicId, partition);
            highest = Math.max(highest, present == null ? -1 : present.leaderEpoch);
        }
        return highest;
    }

    /**
     * Returns the lowest leader epoch that a topic may begin with whose id was used before: the start of a block.
     *
     * @param leftOver the fence of the earlier topic
     * @param recorded what {@link #read} returns
     */
    static int lowestAgain(Fence leftOver, int recorded) {
        int used = Math.max(0, Math.max(leftOver.stopEpoch(), recorded));
        return (used / BLOCK + 1) * BLOCK;
    }

    private static String key(UUID topicId) {
        return CONFIG_PREFIX + TopicIds.toText(topicId);
    }
}
