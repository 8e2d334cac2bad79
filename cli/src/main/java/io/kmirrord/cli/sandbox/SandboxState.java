// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.sandbox;

import io.kmirrord.cli.site.Site;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code sandbox up} left running, as written to sandbox.json. Immutable.
 *
 * @param format of the file, now 1
 * @param topics that the daemons mirror
 * @param processes in the order in which they were started
 */
record SandboxState(
        int format,
        String dir,
        String socketDir,
        ClusterEntry source,
        ClusterEntry destination,
        List<String> topics,
        List<ProcessEntry> processes) {
    static final int FORMAT = 1;

    /** A cluster as clients see it. */
    record ClusterEntry(String kafkaVersion, String bootstrapServers) {}

    SandboxState {
        topics = List.copyOf(topics);
        processes = List.copyOf(processes);
    }

    static SandboxState of(Site site, List<String> topics) {
        var processes = new ArrayList<ProcessEntry>();
        site.source().nodes().forEach(node -> processes.add(ProcessEntry.of("source", node, null)));
        site.destination()
                .nodes()
                .forEach(node -> processes.add(
                        ProcessEntry.of("destination", node, site.bridges().socket(node.id()))));
        site.daemons()
                .forEach((node, daemon) -> processes.add(
                        ProcessEntry.of(node, daemon, site.bridges().socket(node))));
        return new SandboxState(
                FORMAT,
                site.dir().toString(),
                site.bridges().socketDir().toString(),
                new ClusterEntry(
                        site.source().version().toString(), site.source().bootstrapServers()),
                new ClusterEntry(
                        site.destination().version().toString(),
                        site.destination().bootstrapServers()),
                topics,
                processes);
    }
}
