// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.link;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of the link check. Immutable.
 *
 * @param brokerVersion as the broker's jars name it
 * @param adapter the adapter that fits the version, null if none does
 * @param checked number of classes and members looked up
 * @param problems every missing member, or why there is no adapter; empty when linked
 */
public record LinkReport(String brokerVersion, @Nullable Adapter adapter, int checked, List<String> problems) {

    public LinkReport {
        problems = List.copyOf(problems);
    }

    public boolean linked() {
        return adapter != null && problems.isEmpty();
    }
}
