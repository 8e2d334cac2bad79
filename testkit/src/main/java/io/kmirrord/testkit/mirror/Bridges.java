// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.mirror;

import io.kmirrord.testkit.cluster.KafkaClusterBuilder;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.cluster.NodePlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Puts the storage bridge into each node of a cluster that is about to be started, the way an operator does: the agent in {@code JDK_JAVA_OPTIONS}, its
 * settings in a {@code bridge.properties} named as the agent's argument.
 *
 * @param jar the agent
 * @param socketDir folder of the sockets, see {@link SocketDir}
 * @param settings of every bridge, beyond the path of its socket
 */
public record Bridges(Path jar, Path socketDir, Map<String, String> settings) {
    public Bridges {
        settings = Map.copyOf(settings);
    }

    /** The bridge of this build, with its sockets near {@code parent}. */
    public static Bridges ofThisBuild(Path parent) {
        return new Bridges(BridgeJar.find(), SocketDir.create(parent), Map.of());
    }

    public KafkaClusterBuilder installIn(KafkaClusterBuilder cluster) {
        return cluster.agent(jar, this::configFile);
    }

    /** Puts it back into a node that was started without; counts from the next start. */
    public KafkaNode installIn(KafkaNode node) {
        return node.reconfigure(options -> options.agent(jar, this::configFile));
    }

    public Path socket(int nodeId) {
        return SocketDir.socket(socketDir, nodeId);
    }

    private String configFile(NodePlan node) {
        var all = new LinkedHashMap<String, String>();
        all.put("socket.path", socket(node.id()).toString());
        all.putAll(settings);
        var file = node.dir().resolve("bridge.properties");
        var text = all.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
                .collect(Collectors.joining());
        try {
            Files.createDirectories(node.dir());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
        return file.toString();
    }
}
