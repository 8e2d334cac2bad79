// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.bridge.wire.TopicIds;
import io.kmirrord.daemon.configs.ConfigAnswer;
import io.kmirrord.daemon.configs.ConfigRefusal;
import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.statemachine.decision.EpochBlocks;
import io.kmirrord.statemachine.settings.ConfigSettings;
import org.jspecify.annotations.Nullable;

/** Whether one topic of the source can be mirrored here. Pure. */
final class TopicCheck {
    private TopicCheck() {}

    /**
     * Checks.
     *
     * @param elsewhere why another mirror's hand is on it, null if none is
     * @param there the topic of that name at the destination, null if there is none
     * @return null if nothing speaks against it
     */
    static @Nullable Refusal of(SourceTopic topic, @Nullable String elsewhere, Destination.@Nullable Topic there) {
        String name = "topic '" + topic.name() + "'";
        if (elsewhere != null) {
            return new Refusal(
                    Refusal.Code.IN_ANOTHER_MIRROR,
                    name + ": " + elsewhere + "; a topic has one mirror at a time, stop it there first");
        }
        if (there != null && !there.id().equals(topic.id())) {
            return new Refusal(
                    Refusal.Code.EXISTS_AT_DESTINATION,
                    name + " exists at the destination with topic id " + TopicIds.toText(there.id())
                            + ", which is not that of the source, " + TopicIds.toText(topic.id())
                            + ": it is another topic. Delete or rename it at the destination, or exclude it");
        }
        if (there != null && there.partitions().size() > topic.partitions().size()) {
            return new Refusal(
                    Refusal.Code.MORE_PARTITIONS_AT_DESTINATION,
                    name + " has " + there.partitions().size() + " partitions at the destination and "
                            + topic.partitions().size()
                            + " at the source; partitions cannot be removed: add them at the source, or recreate the"
                            + " topic at the destination");
        }
        if (topic.highestEpoch() < 0) {
            return new Refusal(
                    Refusal.Code.NO_LEADER_EPOCH,
                    name
                            + ": the source tells no leader epoch of at least one partition; accepted: sources of"
                            + " Kafka 2.1 and later whose partitions all had a leader once");
        }
        if (topic.highestEpoch() > EpochBlocks.MAX_EPOCH - EpochBlocks.RAISE_BY) {
            return new Refusal(
                    Refusal.Code.EPOCH_LIMIT,
                    name + " is at leader epoch " + topic.highestEpoch() + " at the source; accepted: up to "
                            + (EpochBlocks.MAX_EPOCH - EpochBlocks.RAISE_BY));
        }
        return null;
    }

    /**
     * Checks the configs of a topic that exists here already.
     *
     * @return null if nothing speaks against it, or if there is no such topic any more
     */
    static @Nullable Refusal of(String topic, ConfigAnswer here) {
        if (here.configs() != null && here.configs().isTrue(ConfigSettings.REMOTE_STORAGE)) {
            return new Refusal(
                    Refusal.Code.REMOTE_STORAGE_AT_DESTINATION,
                    "topic '" + topic
                            + "' has remote.storage.enable=true at the destination; accepted: false, as the log of a mirror"
                            + " topic is all of it. Set it to false there, or exclude the topic");
        }
        ConfigRefusal refusal = here.refusal();
        return refusal == null || refusal.kind() == ConfigRefusal.Kind.MISSING
                ? null
                : new Refusal(
                        Refusal.Code.DESTINATION_UNAUTHORIZED,
                        "the configs of topic '" + topic + "' cannot be read at the destination: " + refusal.text()
                                + "; grant DESCRIBE_CONFIGS on it to the daemons' principal");
    }
}
