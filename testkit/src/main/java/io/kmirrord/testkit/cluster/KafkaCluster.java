// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import io.kmirrord.testkit.process.FreePorts;
import io.kmirrord.testkit.process.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/**
 * A running cluster of real Kafka processes on 127.0.0.1. It dies with this JVM unless {@link #leave()} was called. Thread-safe.
 *
 * <p>Destinations are the lines of {@link Versions#DESTINATIONS}; sources also {@link Versions#OLD_SOURCES}. Before 3.3 the brokers run on a ZooKeeper process.
 */
public final class KafkaCluster implements AutoCloseable {
    private final Duration startTimeout;
    private final int logDirs;
    private final OptionsFactory optionsFactory;
    private final Map<Integer, KafkaNode> nodes = new TreeMap<>();
    private ClusterPlan plan;

    /** Makes the options a node of this cluster starts with. */
    interface OptionsFactory {
        NodeOptions options(NodePlan node);
    }

    KafkaCluster(ClusterPlan plan, int logDirs, Duration startTimeout, OptionsFactory optionsFactory) {
        this.plan = plan;
        this.logDirs = logDirs;
        this.startTimeout = startTimeout;
        this.optionsFactory = optionsFactory;
        plan.nodes().forEach(node -> add(node, optionsFactory.options(node)));
    }

    public static KafkaClusterBuilder builder() {
        return new KafkaClusterBuilder();
    }

    public String name() {
        return plan().name();
    }

    public KafkaVersion version() {
        return plan().version();
    }

    /** The folder of everything the cluster has written. */
    public Path dir() {
        return plan().dir();
    }

    /** Addresses of all brokers, separated by commas. */
    public String bootstrapServers() {
        return brokers().stream().map(KafkaNode::address).collect(Collectors.joining(","));
    }

    /** All nodes by id: brokers, controllers, ZooKeeper. */
    public synchronized List<KafkaNode> nodes() {
        return List.copyOf(nodes.values());
    }

    public List<KafkaNode> brokers() {
        return nodes().stream().filter(node -> node.role().isBroker()).toList();
    }

    /** Nodes with the controller role, combined ones included. */
    public List<KafkaNode> controllers() {
        return nodes().stream().filter(node -> node.role().isController()).toList();
    }

    public synchronized KafkaNode node(int id) {
        var node = nodes.get(id);
        if (node == null) {
            throw new IllegalArgumentException(
                    "cluster " + plan.name() + " has no node " + id + ": its nodes are " + nodes.keySet());
        }
        return node;
    }

    /** A new client; the caller closes it. */
    public Admin admin() {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()));
    }

    /** {@link #addBroker(Consumer)} with the options of the other nodes. */
    public KafkaNode addBroker() {
        return addBroker(options -> {});
    }

    /** Starts one more broker, with the next free id, and waits until it serves. {@code change} adjusts its options, e.g. takes the agent away. */
    public KafkaNode addBroker(Consumer<NodeOptions> change) {
        KafkaNode node;
        synchronized (this) {
            var port = FreePorts.pick(1, new SecureRandom()).get(0);
            var added = plan.nextBroker(logDirs, port);
            var options = optionsFactory.options(added);
            change.accept(options);
            plan = plan.with(added);
            node = add(added, options);
        }
        return node.start();
    }

    /** Launches every node that does not run, in parallel, and waits until the whole cluster serves. */
    public void startAll() {
        nodes().stream().filter(node -> node.role() == NodeRole.ZOOKEEPER).forEach(KafkaNode::start);
        if (version().needsZooKeeper()) {
            // Brokers that were killed give up while their last registration stands: one by one they are tried again.
            brokers().parallelStream().forEach(KafkaNode::start);
        }
        nodes().forEach(KafkaNode::launch);
        awaitReady(startTimeout);
    }

    /**
     * Waits until each broker sees all brokers and a controller, and the quorum is complete.
     *
     * @throws ClusterStartException if a process ends, or the deadline passes
     */
    public void awaitReady(Duration timeout) {
        var deadline = System.nanoTime() + timeout.toNanos();
        var brokers = brokers().stream().map(KafkaNode::id).collect(Collectors.toSet());
        for (var broker : brokers()) {
            await(broker, deadline, timeout, () -> Readiness.sees(broker.address(), brokers));
        }
        if (!version().needsZooKeeper()) {
            var controllers = controllers().stream().map(KafkaNode::id).collect(Collectors.toSet());
            var first = brokers().get(0);
            await(first, deadline, timeout, () -> Readiness.quorumComplete(first.address(), controllers));
        }
    }

    private void await(KafkaNode node, long deadline, Duration timeout, BooleanSupplier condition) {
        var left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
        var ready = Poll.until(left, () -> {
            nodes().forEach(KafkaNode::requireAlive);
            return condition.getAsBoolean();
        });
        if (!ready) {
            throw new ClusterStartException("cluster " + name() + " is not complete after " + timeout.toSeconds()
                    + " s: " + node + " does not answer as one of it. Logs are in " + dir() + "; end of each:\n"
                    + nodes().stream()
                            .map(each -> "== " + each.logFile() + "\n" + each.logTail(15))
                            .collect(Collectors.joining("\n")));
        }
    }

    /** From now on all running nodes outlive this JVM. */
    public void leave() {
        nodes().stream()
                .filter(KafkaNode::isAlive)
                .forEach(node -> node.process().leave());
    }

    /** SIGTERM to brokers, then controllers, then ZooKeeper, waiting for each group. */
    public void stopAll() {
        var running = nodes().stream().filter(KafkaNode::isAlive).toList();
        for (var role : List.of(NodeRole.BROKER, NodeRole.COMBINED, NodeRole.CONTROLLER, NodeRole.ZOOKEEPER)) {
            running.parallelStream().filter(node -> node.role() == role).forEach(KafkaNode::stop);
        }
    }

    /** SIGKILL to all nodes; files stay. Idempotent. */
    @Override
    public void close() {
        var running = nodes().stream().filter(KafkaNode::isAlive).toList();
        running.forEach(KafkaNode::kill);
    }

    /** Removes the folder of a closed cluster. */
    public void deleteFiles() {
        var alive =
                nodes().stream().filter(KafkaNode::isAlive).map(KafkaNode::id).toList();
        if (!alive.isEmpty()) {
            throw new IllegalStateException("nodes " + alive + " of cluster " + name() + " still run: close it first");
        }
        try {
            StorageFormat.deleteTree(dir());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + dir(), e);
        }
    }

    @Override
    public String toString() {
        return "cluster " + name() + " (" + version() + ", " + bootstrapServers() + ")";
    }

    private synchronized ClusterPlan plan() {
        return plan;
    }

    private KafkaNode add(NodePlan node, NodeOptions options) {
        var added = new KafkaNode(node, options, this::plan, startTimeout);
        nodes.put(node.id(), added);
        return added;
    }
}
