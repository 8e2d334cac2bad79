// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.Durations;
import io.kmirrord.cli.facts.Signs;
import java.util.List;
import java.util.TreeMap;

/**
 * What is known of the daemon beside a node. Immutable.
 *
 * @param lastSign in UTC, by its own clock
 * @param problem why it does not act, empty if it does
 */
record DaemonReport(int node, String host, String version, boolean bridgeLinked, String lastSign, String problem) {

    static List<DaemonReport> of(Signs signs) {
        return new TreeMap<>(signs.beats())
                .entrySet().stream()
                        .map(entry -> new DaemonReport(
                                entry.getKey(),
                                entry.getValue().host(),
                                entry.getValue().daemonVersion(),
                                entry.getValue().bridgeLinked(),
                                Durations.utc(entry.getValue().atMs()),
                                signs.problem(entry.getKey())))
                        .toList();
    }
}
