// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import io.kmirrord.testkit.process.FreePorts;
import io.kmirrord.testkit.process.LogTail;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.Uuid;

/** Settings of a cluster to start. Not thread-safe. */
public final class KafkaClusterBuilder {
    private static final int START_ATTEMPTS = 4;

    private final List<BiConsumer<NodePlan, NodeOptions>> customizers = new ArrayList<>();
    private final SecureRandom random = new SecureRandom();
    private String name = "kafka";
    private KafkaVersion version = Versions.DEFAULT;
    private int brokers = 1;
    private int dedicatedControllers;
    private int logDirs = 1;
    private Duration startTimeout = Duration.ofMinutes(2);
    private Consumer<KafkaCluster> tracker = cluster -> {};
    private Optional<Path> baseDir = Optional.empty();
    private Optional<Path> javaHome = Optional.empty();
    private Optional<String> metadataVersion = Optional.empty();

    KafkaClusterBuilder() {}

    /** Name of the cluster in messages and folders; default "kafka". */
    public KafkaClusterBuilder name(String value) {
        name = value;
        return this;
    }

    /** Kafka version, e.g. "4.1.2"; default {@link Versions#DEFAULT}. */
    public KafkaClusterBuilder version(String value) {
        return version(KafkaVersion.parse(value));
    }

    public KafkaClusterBuilder version(KafkaVersion value) {
        version = value;
        return this;
    }

    /** Number of brokers, ids from 1; default 1. Without dedicated controllers the first three are controllers too. */
    public KafkaClusterBuilder brokers(int value) {
        brokers = atLeast(1, value, "brokers");
        return this;
    }

    /** Number of controllers that are no brokers, ids from 101; default 0. */
    public KafkaClusterBuilder dedicatedControllers(int value) {
        dedicatedControllers = atLeast(0, value, "dedicatedControllers");
        return this;
    }

    /** Number of log.dirs of each broker; default 1. */
    public KafkaClusterBuilder logDirsPerBroker(int value) {
        logDirs = atLeast(1, value, "logDirsPerBroker");
        return this;
    }

    /** Heap limit of each process in MiB; default 384. */
    public KafkaClusterBuilder heapMb(int mebibytes) {
        return eachNode((node, options) -> options.heapMb(mebibytes));
    }

    /** What KRaft storage is formatted with, e.g. "4.0-IV0"; default the newest of the version. */
    public KafkaClusterBuilder metadataVersion(String value) {
        metadataVersion = Optional.of(value);
        return this;
    }

    /** A line of {@code server.properties} of each node. */
    public KafkaClusterBuilder property(String key, String value) {
        return eachNode((node, options) -> options.property(key, value));
    }

    public KafkaClusterBuilder nodeProperty(int id, String key, String value) {
        return node(id, options -> options.property(key, value));
    }

    public KafkaClusterBuilder nodeEnv(int id, String key, String value) {
        return node(id, options -> options.environment(key, value));
    }

    public KafkaClusterBuilder jvmOption(String option) {
        return eachNode((node, options) -> options.jvmOption(option));
    }

    /** A Java agent on every broker and controller, in {@code JDK_JAVA_OPTIONS}; {@code arguments} may be empty. */
    public KafkaClusterBuilder agent(Path jar, String arguments) {
        return agent(jar, node -> arguments);
    }

    /** As {@link #agent(Path, String)} with arguments that depend on the node. */
    public KafkaClusterBuilder agent(Path jar, Function<NodePlan, String> arguments) {
        return eachNode((node, options) -> {
            if (node.role() != NodeRole.ZOOKEEPER) {
                options.agent(jar, arguments);
            }
        });
    }

    /** Adjusts the options of one node, also of one added later. */
    public KafkaClusterBuilder node(int id, Consumer<NodeOptions> change) {
        return eachNode((node, options) -> {
            if (node.id() == id) {
                change.accept(options);
            }
        });
    }

    /** Adjusts the options of every node, in the order of the calls to this builder. */
    public KafkaClusterBuilder eachNode(BiConsumer<NodePlan, NodeOptions> change) {
        customizers.add(change);
        return this;
    }

    /** The JDK that runs the nodes; default the one of this JVM. */
    public KafkaClusterBuilder javaHome(Path value) {
        javaHome = Optional.of(value);
        return this;
    }

    /** Folder of the cluster, created if absent; default a new one below {@code target/clusters}. */
    public KafkaClusterBuilder baseDir(Path value) {
        baseDir = Optional.of(value);
        return this;
    }

    /** Told of the cluster before its first process starts, so that another thread can close it meanwhile. */
    public KafkaClusterBuilder trackedBy(Consumer<KafkaCluster> value) {
        tracker = value;
        return this;
    }

    /** How long the cluster may take to serve; default 120 s. */
    public KafkaClusterBuilder startTimeout(Duration value) {
        startTimeout = value;
        return this;
    }

    /**
     * Starts the cluster and returns once it serves.
     *
     * @throws ClusterStartException if it does not; its processes are gone then and its folder is kept
     */
    public KafkaCluster start() {
        if (version.needsZooKeeper() && dedicatedControllers > 0) {
            throw new IllegalArgumentException("Kafka " + version
                    + " has no dedicated controllers: it runs on ZooKeeper here (3.3 and later are KRaft)");
        }
        var dir = baseDir.orElseGet(() -> Path.of(
                        "target", "clusters", name + "-" + HexFormat.of().toHexDigits(random.nextInt())))
                .toAbsolutePath();
        for (var attempt = 1; ; attempt++) {
            var cluster = new KafkaCluster(plan(dir), logDirs, startTimeout, this::options);
            tracker.accept(cluster);
            try {
                cluster.startAll();
                return cluster;
            } catch (ClusterStartException e) {
                cluster.close();
                if (attempt == START_ATTEMPTS || !portWasTaken(cluster)) {
                    throw e;
                }
                cluster.deleteFiles();
            } catch (RuntimeException e) {
                cluster.close();
                throw e;
            }
        }
    }

    private ClusterPlan plan(Path dir) {
        var roles = ClusterPlan.roles(brokers, dedicatedControllers, version.needsZooKeeper());
        var ports = FreePorts.pick(2 * roles.size(), random);
        var nodes = ClusterPlan.nodes(dir, roles, logDirs, ports);
        return new ClusterPlan(name, Uuid.randomUuid().toString(), dir, version, metadataVersion, javaHome, nodes);
    }

    private NodeOptions options(NodePlan node) {
        var options = new NodeOptions(version);
        customizers.forEach(change -> change.accept(node, options));
        return options;
    }

    private static boolean portWasTaken(KafkaCluster cluster) {
        return cluster.nodes().stream()
                .map(node -> LogTail.of(node.logFile(), 1_000))
                .anyMatch(log -> log.contains("Address already in use"));
    }

    private static int atLeast(int least, int value, String what) {
        if (value < least) {
            throw new IllegalArgumentException(what + " is " + value + ": it must be at least " + least);
        }
        return value;
    }
}
