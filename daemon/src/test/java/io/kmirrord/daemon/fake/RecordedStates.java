// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.Memory;
import io.kmirrord.statemachine.Position;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** States of partitions as daemons record them, each the first of leader epoch 5. Stateless. */
public final class RecordedStates {
    private static final int LEADER_EPOCH = 5;

    private RecordedStates() {}

    /**
     * Returns one.
     *
     * @param position LME and LMO, null if there is none
     */
    public static StateRecord of(
            String mirror,
            String topic,
            UUID topicId,
            int partition,
            long generation,
            StateName state,
            @Nullable Position position) {
        return of(mirror, topic, topicId, partition, generation, state, position, null);
    }

    /** Returns one that FAILED. */
    public static StateRecord failed(
            String mirror, String topic, UUID topicId, int partition, long generation, Failure failure) {
        return of(mirror, topic, topicId, partition, generation, StateName.FAILED, null, failure);
    }

    private static StateRecord of(
            String mirror,
            String topic,
            UUID topicId,
            int partition,
            long generation,
            StateName state,
            @Nullable Position position,
            @Nullable Failure failure) {
        return new StateRecord(
                new RecordKey.MirrorPartitionState(mirror, topicId, partition, generation, LEADER_EPOCH),
                new RecordValue.MirrorPartitionState(
                        topic,
                        new Recorded(
                                new EffectId(generation, LEADER_EPOCH, 1),
                                state,
                                "",
                                state,
                                Memory.beginning(null),
                                -1,
                                position,
                                -1,
                                -1,
                                failure,
                                failure == null ? 0 : 1,
                                -1,
                                0)));
    }
}
