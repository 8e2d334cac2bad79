// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import io.kmirrord.testkit.process.JavaCommand;
import io.kmirrord.testkit.process.ProcessSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the files a node is started with and makes its command. */
final class NodeCommand {
    /** Short starts on few cores matter more here than the last third of throughput. */
    private static final List<String> JVM_OPTIONS = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:CICompilerCount=1",
            "-XX:-UsePerfData",
            "-Xshare:auto",
            "-Xss512k",
            "-XX:+ExitOnOutOfMemoryError",
            "-Djava.awt.headless=true",
            // ZooKeeper before 3.5.9 looks for a class of log4j 1 that reload4j has dropped.
            "-Dzookeeper.jmx.log4j.disable=true");

    private NodeCommand() {}

    static ProcessSpec prepare(ClusterPlan cluster, NodePlan node, NodeOptions options) {
        try {
            Files.createDirectories(node.dir());
            for (var logDir : node.logDirs()) {
                Files.createDirectories(logDir);
            }
            var logging = writeLogging(node.dir(), options.version());
            Files.writeString(node.configFile(), ServerProperties.text(properties(cluster, node, options)));
            var command = new JavaCommand(
                            cluster.name() + "-" + node.id(), mainClass(node), KafkaClassPath.broker(options.version()))
                    .jvmOptions(JVM_OPTIONS)
                    .heapMb(options.heapMb())
                    .jvmOptions(logging)
                    .jvmOptions(options.jvmOptions())
                    .environment(options.environment())
                    .arguments(List.of(node.configFile().toString()));
            options.agent()
                    .ifPresent(agent ->
                            command.agent(agent.jar(), agent.arguments().apply(node)));
            cluster.javaHome().ifPresent(command::javaHome);
            return command.build(node.dir(), node.logFile());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare the folder of node " + node.id() + ", " + node.dir(), e);
        }
    }

    private static Map<String, String> properties(ClusterPlan cluster, NodePlan node, NodeOptions options) {
        if (node.role() == NodeRole.ZOOKEEPER) {
            return ServerProperties.zooKeeper(node);
        }
        var properties = new LinkedHashMap<>(
                options.version().needsZooKeeper()
                        ? ServerProperties.onZooKeeper(node, cluster.nodes(), options.version())
                        : ServerProperties.kraft(node, cluster.nodes(), options.version()));
        properties.putAll(options.properties());
        return properties;
    }

    private static String mainClass(NodePlan node) {
        return node.role() == NodeRole.ZOOKEEPER ? "org.apache.zookeeper.server.quorum.QuorumPeerMain" : "kafka.Kafka";
    }

    /** Puts the logging configuration of the version into {@code dir}; returns the JVM options that name it. */
    static List<String> writeLogging(Path dir, KafkaVersion version) throws IOException {
        var name = version.usesLog4j2() ? "log4j2.properties" : "log4j.properties";
        var file = dir.resolve(name);
        try (var in = NodeCommand.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing beside " + NodeCommand.class);
            }
            Files.write(file, in.readAllBytes());
        }
        return version.usesLog4j2()
                ? List.of("-Dlog4j2.configurationFile=" + file, "-Dlog4j2.disable.jmx=true")
                : List.of("-Dlog4j.configuration=" + file.toUri());
    }
}
