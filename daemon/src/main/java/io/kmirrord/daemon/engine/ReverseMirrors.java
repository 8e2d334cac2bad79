// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.Position;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.SourcePosition;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the source's state topic says of mirrors there, under any name, whose source is this cluster, or another that has it
 * from here. Pure (KIP 3.2, 1 to 4).
 */
final class ReverseMirrors {
    private ReverseMirrors() {}

    /**
     * Judges one partition. A mirror that is wished to mirror it is a loop, and so is one from another cluster that has it
     * from us, through however many others; one that is not STOPPED yet has to be waited for;
     * of several that stopped, the latest knows the longest common log: generations of one cluster grow for ever.
     *
     * @param view of the source's state topic
     * @param partition with the id of the topic, whatever its mirror
     */
    static SourcePosition judge(StateView view, String ownClusterId, String topic, PartitionId partition) {
        List<String> loop = new ArrayList<>();
        List<Recorded> stopped = new ArrayList<>();
        for (String mirror : view.mirrors()) {
            Optional<RecordValue.Mirror> definition = view.mirror(mirror);
            StateView.TopicWish wish = view.topics(mirror).get(topic);
            if (wish == null
                    || definition.isEmpty()
                    || !ownClusterId.equals(definition.get().sourceClusterId())) {
                continue;
            }
            if (wish.wish().desired() != Desired.STOPPED) {
                loop.add(mirror);
                continue;
            }
            Optional<Recorded> recorded =
                    view.partition(new PartitionId(mirror, partition.topicId(), partition.partition()));
            if (recorded.isPresent() && recorded.get().state() != StateName.STOPPED) {
                return new SourcePosition.ReverseNotStopped(
                        mirror, recorded.get().state().name());
            }
            recorded.filter(state -> isOf(state.position(), ownClusterId)).ifPresent(stopped::add);
        }
        if (loop.isEmpty()) {
            Upstream.chains(view, topic, partition.topicId()).stream()
                    .map(chain -> Upstream.ring(chain, ownClusterId))
                    .filter(ring -> !ring.isEmpty())
                    .findFirst()
                    .ifPresent(loop::addAll);
        }
        if (!loop.isEmpty()) {
            return new SourcePosition.Loop(loop);
        }
        return stopped.stream()
                .max(Comparator.comparingLong(state -> state.id().generation()))
                .map(Recorded::position)
                .<SourcePosition>map(stop -> new SourcePosition.Known(stop.lme(), stop.lmo(), stop.contactMs()))
                .orElseGet(SourcePosition.Absent::new);
    }

    private static boolean isOf(@Nullable Position stop, String clusterId) {
        return stop != null && stop.isKnown() && stop.sourceClusterId().equals(clusterId);
    }
}
