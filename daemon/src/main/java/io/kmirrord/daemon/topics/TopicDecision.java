// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.topics;

import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.daemon.source.SourceTopic;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What to do about one topic. */
sealed interface TopicDecision {

    /** As it should be. */
    record Nothing() implements TopicDecision {}

    /** Create it, its first leader epoch strictly above all of the source's. */
    record Create(int firstLeaderEpoch) implements TopicDecision {}

    /** Raise leader epochs to at least these. */
    record Raise(Map<Integer, Integer> minEpochs) implements TopicDecision {
        public Raise {
            minEpochs = Map.copyOf(minEpochs);
        }
    }

    /** Leave it alone. */
    record Refuse(String reason) implements TopicDecision {}

    /**
     * Decides. Pure.
     *
     * @param fence of the topic's id, null for none
     * @param floors see {@link EpochHeadroom#raises}
     */
    static TopicDecision decide(MirrorRef ref, SourceTopic topic, @Nullable Fence fence, Map<Integer, Integer> floors) {
        if (fence != null && !fence.ref().equals(ref)) {
            return new Refuse("it is fenced for mirror '" + fence.mirror() + "' generation " + fence.generation()
                    + ", not for '" + ref.mirror() + "' generation " + ref.generation()
                    + ": correct 'mirror' and 'generation', or take it out of 'topics'");
        }
        if (fence != null && fence.phase() != Phase.MIRRORING) {
            return new Refuse("its fence is in phase " + fence.phase() + "; accepted: MIRRORING");
        }
        if (fence == null) {
            int highest = topic.highestEpoch();
            return highest < 0
                    ? new Refuse("the source tells no leader epoch for it; accepted: sources of Kafka 2.1 and later")
                    : new Create(EpochHeadroom.first(highest));
        }
        Map<Integer, Integer> raises = EpochHeadroom.raises(topic, floors);
        return raises.isEmpty() ? new Nothing() : new Raise(raises);
    }
}
