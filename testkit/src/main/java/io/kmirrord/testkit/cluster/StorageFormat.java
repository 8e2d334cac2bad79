// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import io.kmirrord.testkit.process.JavaCommand;
import io.kmirrord.testkit.process.LogTail;
import io.kmirrord.testkit.process.ProcessSpec;
import io.kmirrord.testkit.process.SupervisedProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;

/**
 * Formats the storage of KRaft nodes. What kafka-storage writes is, with a static quorum, the same for every controller but for the ids in meta.properties, so
 * the tool runs once per version and metadata version and its bootstrap snapshot is kept in the cache folder: this saves a JVM per node and start. Nodes that
 * are brokers alone need meta.properties only.
 */
final class StorageFormat {
    private static final Duration TOOL_TIMEOUT = Duration.ofMinutes(2);
    private static final String META = "meta.properties";
    /** Where the tool leaves its bootstrap snapshot: the first before 4.2, the second since. */
    private static final List<String> SNAPSHOTS =
            List.of("bootstrap.checkpoint", "__cluster_metadata-0/00000000000000000000-0000000000.checkpoint");

    private StorageFormat() {}

    /** Formats every log dir of {@code node} that is not formatted yet. */
    static void format(ClusterPlan cluster, NodePlan node) {
        try {
            var snapshot = node.role().isController() ? bootstrapSnapshot(cluster) : Map.<String, byte[]>of();
            for (var dir : node.logDirs()) {
                Files.createDirectories(dir);
                if (!Files.exists(dir.resolve(META))) {
                    if (dir.equals(node.logDirs().get(0))) {
                        write(dir, snapshot);
                    }
                    Files.writeString(
                            dir.resolve(META), metaProperties(cluster.clusterId(), node.id(), Uuid.randomUuid()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot format the storage of node " + node.id() + " in " + node.dir(), e);
        }
    }

    /** The whole of a {@code meta.properties}; versions before 3.7 ignore the directory id. */
    static String metaProperties(String clusterId, int nodeId, Uuid directoryId) {
        return "version=1\ncluster.id=" + clusterId + "\nnode.id=" + nodeId + "\ndirectory.id=" + directoryId + "\n";
    }

    private static void write(Path dir, Map<String, byte[]> files) throws IOException {
        for (var file : files.entrySet()) {
            var target = dir.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.write(target, file.getValue());
        }
    }

    /** Path below the log dir, and content. */
    private static synchronized Map<String, byte[]> bootstrapSnapshot(ClusterPlan cluster) throws IOException {
        var cache = CacheDir.path()
                .resolve("format-" + cluster.version() + "-"
                        + cluster.metadataVersion().orElse("newest"));
        var cached = snapshotIn(cache);
        if (!cached.isEmpty()) {
            return cached;
        }
        var made = runTool(cluster);
        for (var file : made.entrySet()) {
            CacheDir.replace(cache.resolve(file.getKey()), file.getValue());
        }
        return made;
    }

    private static Map<String, byte[]> snapshotIn(Path dir) throws IOException {
        for (var name : SNAPSHOTS) {
            if (Files.exists(dir.resolve(name))) {
                return Map.of(name, Files.readAllBytes(dir.resolve(name)));
            }
        }
        return Map.of();
    }

    private static Map<String, byte[]> runTool(ClusterPlan cluster) throws IOException {
        var dir = Files.createTempDirectory("kmirrord-format");
        try {
            var log = dir.resolve("format.log");
            try (var tool = SupervisedProcess.start(toolCommand(cluster, dir, log))) {
                var ended = tool.awaitExit(TOOL_TIMEOUT);
                var snapshot = snapshotIn(dir.resolve("data"));
                if (!ended || tool.exitCode().orElse(-1) != 0 || snapshot.isEmpty()) {
                    throw new ClusterStartException("kafka-storage of " + cluster.version()
                            + " left no bootstrap snapshot: " + tool + "\n" + LogTail.of(log, 30));
                }
                return snapshot;
            }
        } finally {
            deleteTree(dir);
        }
    }

    private static ProcessSpec toolCommand(ClusterPlan cluster, Path dir, Path log) throws IOException {
        var config = dir.resolve("server.properties");
        Files.writeString(
                config,
                ServerProperties.text(Map.of(
                        "process.roles", "broker,controller",
                        "node.id", "1",
                        "controller.quorum.voters", "1@127.0.0.1:1",
                        "controller.listener.names", "CONTROLLER",
                        "listeners", "PLAINTEXT://127.0.0.1:0,CONTROLLER://127.0.0.1:1",
                        "log.dirs", dir.resolve("data").toString())));
        var id = Uuid.randomUuid().toString();
        var arguments = new ArrayList<>(List.of("format", "--config", config.toString(), "--cluster-id", id));
        cluster.metadataVersion().ifPresent(version -> arguments.addAll(List.of("--release-version", version)));
        return new JavaCommand("kafka-storage", "kafka.tools.StorageTool", KafkaClassPath.broker(cluster.version()))
                .heapMb(128)
                .jvmOption("-XX:TieredStopAtLevel=1")
                .jvmOptions(NodeCommand.writeLogging(dir, cluster.version()))
                .arguments(arguments)
                .build(dir, log);
    }

    /** Removes a folder and what is in it; nothing happens if it is not there. */
    static void deleteTree(Path dir) throws IOException {
        if (!Files.exists(dir)) {
            return;
        }
        try (var paths = Files.walk(dir)) {
            for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
