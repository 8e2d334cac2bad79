// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.ids;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What came of a drain. Immutable.
 *
 * @param brokers that were asked: all that are registered
 * @param undrained those of them that may still give out ids that are too low, and why; none: the drain is proved
 */
public record DrainReport(Set<Integer> brokers, Map<Integer, Undrained> undrained) {
    public DrainReport {
        brokers = Set.copyOf(brokers);
        undrained = Map.copyOf(undrained);
    }

    /** Returns the text for each broker that is not drained, in the order of their ids. */
    public String text() {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(undrained)
                .forEach((broker, why) -> text.append(text.isEmpty() ? "" : ", ")
                        .append("broker ")
                        .append(broker)
                        .append(" (")
                        .append(why.text())
                        .append(")"));
        return text.toString();
    }
}
