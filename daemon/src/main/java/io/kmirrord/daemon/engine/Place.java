// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.daemon.copy.CopyRunner;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.PartitionId;

/**
 * A mirror partition with its names. Immutable.
 *
 * @param topic name, the same at source and destination
 */
public record Place(PartitionId id, String topic) {

    /** The place of a copy. */
    static Place of(CopyRunner.Target target) {
        TopicIdPartition partition = target.partition();
        return new Place(
                new PartitionId(target.ref().mirror(), partition.topicId(), partition.partition()), target.topic());
    }

    /** Its name for the bridge. */
    public TopicIdPartition partition() {
        return new TopicIdPartition(id.topicId(), id.partition());
    }

    /** For whom an effect acts. */
    public MirrorRef ref(EffectId effect) {
        return new MirrorRef(id.mirror(), effect.generation());
    }

    @Override
    public String toString() {
        return id.mirror() + "/" + topic + "-" + id.partition();
    }
}
