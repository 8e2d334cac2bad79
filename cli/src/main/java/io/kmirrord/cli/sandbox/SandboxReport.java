// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.sandbox;

import io.kmirrord.cli.Json;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.cli.TextTable;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What {@code up} and {@code status} print. Immutable. */
record SandboxReport(
        String dir,
        SandboxState.ClusterEntry source,
        SandboxState.ClusterEntry destination,
        List<String> topics,
        List<ProcessStatus> processes) {

    /** A process, and whether it lives. */
    record ProcessStatus(
            String name,
            String cluster,
            String role,
            int node,
            long pid,
            boolean alive,
            @Nullable String address,
            @Nullable String socket,
            String logFile) {
        private static ProcessStatus of(ProcessEntry entry) {
            return new ProcessStatus(
                    entry.name(),
                    entry.cluster(),
                    entry.role(),
                    entry.node(),
                    entry.pid(),
                    entry.ref().isAlive(),
                    entry.address(),
                    entry.socket(),
                    entry.logFile());
        }
    }

    /** Looks at each process. */
    static SandboxReport of(SandboxState state) {
        return new SandboxReport(
                state.dir(),
                state.source(),
                state.destination(),
                state.topics(),
                state.processes().stream().map(ProcessStatus::of).toList());
    }

    List<String> dead() {
        return processes.stream()
                .filter(process -> !process.alive())
                .map(ProcessStatus::name)
                .toList();
    }

    String print(OutputFormat format) {
        return format == OutputFormat.JSON ? Json.of(this) : table();
    }

    private String table() {
        var clusters = new TextTable("CLUSTER", "KAFKA", "BOOTSTRAP SERVERS")
                .row("source", source.kafkaVersion(), source.bootstrapServers())
                .row("destination", destination.kafkaVersion(), destination.bootstrapServers());
        var table = new TextTable("PROCESS", "ROLE", "PID", "STATE", "ADDRESS", "SOCKET", "LOG");
        for (var process : processes) {
            table.row(
                    process.name(),
                    process.role(),
                    process.pid(),
                    process.alive() ? "running" : "dead",
                    Objects.requireNonNullElse(process.address(), "-"),
                    Objects.requireNonNullElse(process.socket(), "-"),
                    process.logFile());
        }
        var gap = System.lineSeparator().repeat(2);
        return clusters + gap + "Mirrored topics: " + String.join(", ", topics) + System.lineSeparator() + "Folder: "
                + dir + gap + table;
    }
}
