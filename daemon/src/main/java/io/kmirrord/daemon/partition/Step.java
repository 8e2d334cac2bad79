// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.partition;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of one step.
 *
 * @param effects to be carried out in this order
 * @param reason why the state changed, null when its name did not
 */
public record Step(
        PartitionState next, List<Effect> effects, @Nullable String reason) {

    public Step {
        effects = List.copyOf(effects);
    }

    static Step stay(PartitionState state, Effect... effects) {
        return new Step(state, List.of(effects), null);
    }

    static Step move(PartitionState state, String reason, Effect... effects) {
        return new Step(state, List.of(effects), reason);
    }
}
