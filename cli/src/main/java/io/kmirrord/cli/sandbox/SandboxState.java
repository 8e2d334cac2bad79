// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.sandbox;

import io.kmirrord.cli.site.Site;
import io.kmirrord.cli.site.SiteSpec;
import java.nio.file.Path;
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

    /** Before anything else runs: it marks the folder. To stop {@code up} is to stop the sandbox. */
    static SandboxState starting(Path dir, SiteSpec spec, List<String> topics, ProcessEntry up) {
        return new SandboxState(
                FORMAT,
                dir.toString(),
                dir.resolve("sockets").toString(),
                new ClusterEntry(spec.sourceVersion().toString(), ""),
                new ClusterEntry(spec.destinationVersion().toString(), ""),
                topics,
                List.of(up));
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
