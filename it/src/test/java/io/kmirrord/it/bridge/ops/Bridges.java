// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.client.BridgeClients;
import io.kmirrord.bridge.client.ClientConfig;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaClusterBuilder;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.process.Poll;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assertions;

/** The bridges of a cluster and a client of each. Thread-safe. */
public final class Bridges implements AutoCloseable {
    public static final Duration PATIENCE = Duration.ofSeconds(40);
    public static final Path JAR = Path.of("..", "storage-bridge", "dist", "target", "storage-bridge.jar")
            .toAbsolutePath()
            .normalize();

    private final KafkaCluster cluster;
    private final Path sockets;
    private final Map<Integer, BridgeClient> clients = new ConcurrentHashMap<>();

    private Bridges(KafkaCluster cluster, Path sockets) {
        this.cluster = cluster;
        this.sockets = sockets;
    }

    /** Starts a cluster whose nodes carry the bridge. */
    public static Bridges start(
            io.kmirrord.testkit.junit.Clusters clusters, String name, KafkaClusterBuilder builder, String settings) {
        assertThat(JAR).as("built by storage-bridge/dist").exists();
        Path sockets = clusters.socketDir();
        KafkaCluster cluster = clusters.start(
                name, builder.agent(JAR, node -> "socket.path=" + socket(sockets, node.id()) + settings));
        return clusters.manage(new Bridges(cluster, sockets));
    }

    private static Path socket(Path sockets, int node) {
        return sockets.resolve(node + ".sock");
    }

    /** Where a node's bridge listens. */
    public Path socket(int node) {
        return socket(sockets, node);
    }

    public KafkaCluster cluster() {
        return cluster;
    }

    public BridgeClient client(int node) {
        return clients.computeIfAbsent(node, id -> BridgeClients.connect(ClientConfig.of(socket(sockets, id), "it")));
    }

    /** Sends and waits; the connection is awaited. */
    public <R extends Response> R call(int node, Request request, Class<R> answer) throws BridgeException {
        BridgeClient client = client(node);
        try {
            client.hello().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            return client.send(request, answer).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BridgeException refusal) {
                throw refusal;
            }
            throw new IllegalStateException(request + " at node " + node, e);
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException(request + " at node " + node, e);
        }
    }

    /** Sends what must be refused. */
    public BridgeException refusal(int node, Request request) {
        return Assertions.assertThrows(
                BridgeException.class, () -> call(node, request, Response.class), () -> "accepted: " + request);
    }

    /** Asks the active controller, looking for it among the running nodes. */
    public <R extends Response> R atController(Request request, Class<R> answer) throws BridgeException {
        AtomicReference<R> answered = new AtomicReference<>();
        AtomicReference<BridgeException> refused = new AtomicReference<>();
        until("answer of the active controller", () -> {
            for (KafkaNode node : cluster.controllers()) {
                try {
                    if (node.isAlive()) {
                        answered.set(call(node.id(), request, answer));
                        return true;
                    }
                } catch (BridgeException e) {
                    if (e.code() != ErrorCode.NOT_CONTROLLER) {
                        refused.set(e);
                        return true;
                    }
                }
            }
            return false;
        });
        if (refused.get() != null) {
            throw refused.get();
        }
        return java.util.Objects.requireNonNull(answered.get());
    }

    public BridgeException refusedByController(Request request) {
        return Assertions.assertThrows(
                BridgeException.class, () -> atController(request, Response.class), () -> "accepted: " + request);
    }

    /** Writes at the controller and waits until every running broker's fence view is there. */
    public void write(Request request) throws BridgeException {
        long offset = atController(request, Response.Written.class).metadataOffset();
        for (KafkaNode broker : cluster.brokers()) {
            if (broker.isAlive()) {
                awaitView(broker.id(), offset);
            }
        }
    }

    public void awaitView(int node, long offset) {
        until("view of node " + node + " at " + offset, () -> {
            try {
                Request.Describe all = new Request.Describe(java.util.List.of());
                return call(node, all, Response.Description.class).viewOffset() >= offset;
            } catch (BridgeException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Waits for a condition. */
    public static void until(String what, BooleanSupplier condition) {
        assertThat(Poll.until(PATIENCE, condition)).as(what).isTrue();
    }

    @Override
    public void close() {
        clients.values().forEach(BridgeClient::close);
    }
}
