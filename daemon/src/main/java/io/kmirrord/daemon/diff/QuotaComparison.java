// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.diff;

import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Subject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Compares client quotas, each key of each entity. Pure. */
public final class QuotaComparison {
    private QuotaComparison() {}

    /** Compares values by key, by entity. */
    public static List<Difference> of(Map<String, Map<String, Double>> source, Map<String, Map<String, Double>> here) {
        SortedSet<String> entities = new TreeSet<>(source.keySet());
        entities.addAll(here.keySet());
        List<Difference> found = new ArrayList<>();
        for (String entity : entities) {
            Map<String, Double> theirs = source.getOrDefault(entity, Map.of());
            Map<String, Double> ours = here.getOrDefault(entity, Map.of());
            SortedSet<String> keys = new TreeSet<>(theirs.keySet());
            keys.addAll(ours.keySet());
            for (String key : keys) {
                if (!Objects.equals(theirs.get(key), ours.get(key))) {
                    found.add(Difference.of(
                            Subject.QUOTAS, entity + " " + key, text(theirs.get(key)), text(ours.get(key)), "", false));
                }
            }
        }
        return found;
    }

    /** As an operator gave it, which is without a fraction as a rule. */
    private static @Nullable String text(@Nullable Double value) {
        return value == null
                ? null
                : Double.isFinite(value)
                        ? new BigDecimal(value.toString()).stripTrailingZeros().toPlainString()
                        : value.toString();
    }
}
