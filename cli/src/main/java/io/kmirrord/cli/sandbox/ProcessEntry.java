// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.sandbox;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.mirror.DaemonProcess;
import io.kmirrord.testkit.process.ProcessRef;
import io.kmirrord.testkit.process.SupervisedProcess;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A process that {@code sandbox up} started.
 *
 * @param name unique in the sandbox, e.g. destination-1
 * @param cluster source or destination
 * @param role broker, controller, combined, zookeeper or daemon
 * @param node the id of the node, or of the node that a daemon stands beside
 * @param startedAt with the pid it identifies the process
 * @param address what clients connect to; null for a daemon
 * @param socket of the storage bridge in the node; null at the source
 * @param logFile standard output and error
 */
record ProcessEntry(
        String name,
        String cluster,
        String role,
        int node,
        long pid,
        String startedAt,
        @Nullable String address,
        @Nullable String socket,
        String logFile) {

    static ProcessEntry of(String cluster, KafkaNode node, @Nullable Path socket) {
        return entry(
                cluster + "-" + node.id(),
                cluster,
                node.role().name().toLowerCase(Locale.ROOT),
                node.id(),
                node.process(),
                node.address(),
                socket,
                node.logFile());
    }

    static ProcessEntry of(int node, DaemonProcess daemon, Path socket) {
        return entry(daemon.name(), "destination", "daemon", node, daemon.process(), null, socket, daemon.logFile());
    }

    /** This JVM, while it starts a sandbox. */
    static ProcessEntry starter() {
        var self = ProcessHandle.current();
        var startedAt = self.info().startInstant().orElse(Instant.EPOCH).toString();
        return new ProcessEntry("mirrorctl", "-", "starter", 0, self.pid(), startedAt, null, null, "-");
    }

    private static ProcessEntry entry(
            String name,
            String cluster,
            String role,
            int node,
            SupervisedProcess process,
            @Nullable String address,
            @Nullable Path socket,
            Path logFile) {
        return new ProcessEntry(
                name,
                cluster,
                role,
                node,
                process.pid(),
                process.startedAt().toString(),
                address,
                socket == null ? null : socket.toString(),
                logFile.toString());
    }

    @JsonIgnore
    ProcessRef ref() {
        return new ProcessRef(pid, Instant.parse(startedAt));
    }
}
