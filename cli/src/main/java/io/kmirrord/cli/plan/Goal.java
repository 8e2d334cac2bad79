// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where every partition of a topic shall arrive. Immutable.
 *
 * @param before newest record of each partition when this was wished: one that still stands says nothing of the wish
 */
public record Goal(String topic, long generation, Desired desired, Map<Integer, EffectId> before) {
    public Goal {
        before = Map.copyOf(before);
    }

    /** Returns the goal for a wish that is written now; records that are there now may be older than it. */
    public static Goal fresh(String topic, long generation, Desired desired, SortedMap<Integer, Recorded> states) {
        var before = new TreeMap<Integer, EffectId>();
        states.forEach((partition, state) -> before.put(partition, state.id()));
        return new Goal(topic, generation, desired, before);
    }

    /** Returns the goal for a wish that stands already. */
    public static Goal standing(String topic, long generation, Desired desired) {
        return new Goal(topic, generation, desired, Map.of());
    }

    /** Returns the state in which a partition has arrived. */
    public StateName target() {
        return switch (desired) {
            case MIRRORING -> StateName.MIRRORING;
            case PAUSED -> StateName.PAUSED;
            case STOPPED -> StateName.STOPPED;
        };
    }
}
