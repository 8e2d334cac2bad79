// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a failing history shorter by leaving events out, as long as the same invariant fails. */
public final class Shrinker {

    private Shrinker() {}

    /** Returns the violation of a history, null if there is none. */
    public static @Nullable Violation violation(List<SimEvent> history, SimOptions options) {
        try {
            Simulation.run(history, options);
            return null;
        } catch (Violation e) {
            return e;
        }
    }

    /**
     * Returns a part of a failing history that fails too and of which no single event can be left out.
     *
     * @throws IllegalArgumentException if the history does not fail
     */
    public static List<SimEvent> shrink(List<SimEvent> history, SimOptions options) {
        Violation first = violation(history, options);
        if (first == null) {
            throw new IllegalArgumentException("the history of " + history.size() + " events holds every invariant");
        }
        List<SimEvent> shortest = history;
        for (int size = Math.max(1, history.size() / 2); size >= 1; size = size == 1 ? 0 : size / 2) {
            boolean shorter = true;
            while (shorter) {
                List<SimEvent> before = shortest;
                shortest = without(shortest, size, first.invariant(), options);
                shorter = size == 1 && shortest.size() < before.size();
            }
        }
        return shortest;
    }

    private static List<SimEvent> without(List<SimEvent> history, int size, String invariant, SimOptions options) {
        List<SimEvent> kept = new ArrayList<>(history);
        for (int from = 0; from < kept.size(); ) {
            List<SimEvent> candidate = new ArrayList<>(kept);
            candidate.subList(from, Math.min(from + size, candidate.size())).clear();
            Violation violation = violation(candidate, options);
            if (violation != null && violation.invariant().equals(invariant)) {
                kept = candidate;
            } else {
                from += size;
            }
        }
        return kept;
    }
}
