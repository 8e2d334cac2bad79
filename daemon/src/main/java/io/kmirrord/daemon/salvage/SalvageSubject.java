// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.salvage;

import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.SalvageReason;
import org.jspecify.annotations.Nullable;

/**
 * What is to be saved, and for which cut. Immutable.
 *
 * @param topic name
 * @param effect under which it is saved
 * @param sourceClusterId null if it is not known
 * @param fromOffset first offset that the cut removes
 */
public record SalvageSubject(
        PartitionId partition,
        String topic,
        EffectId effect,
        SalvageReason reason,
        @Nullable String sourceClusterId,
        long fromOffset) {

    /** Name of the folder of the partition, below that of the mirror. */
    String folder() {
        return topic + "-" + partition.partition();
    }

    /** Name of the file without its ending; another attempt under the same effect has the same. */
    String name() {
        return effect.generation() + "-" + effect.leaderEpoch() + "-" + effect.step();
    }
}
