// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import org.jspecify.annotations.Nullable;

/** Step 3 of STOPPING: up to where a log is the source's. */
final class StopPositions {

    private StopPositions() {}

    /**
     * Returns LME and LMO. A generation that never became a copy knows nothing new: the stop before it still holds, as
     * far as the log still reaches.
     */
    static Position of(PartitionState.Stopping state, long leo, int lastEpoch) {
        Memory memory = state.core().memory();
        String cluster = memory.sourceClusterId();
        if (memory.touch() == Touch.MIRRORED && cluster != null) {
            return new Position(cluster, lastEpoch, leo, state.stopEpoch(), memory.contactMs());
        }
        @Nullable Position before = memory.lastStop();
        return before == null
                ? new Position("", -1, -1, state.stopEpoch(), 0)
                : new Position(
                        before.sourceClusterId(),
                        before.lme(),
                        Math.min(before.lmo(), leo),
                        state.stopEpoch(),
                        before.contactMs());
    }
}
