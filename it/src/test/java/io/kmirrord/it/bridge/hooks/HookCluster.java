// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.client.BridgeClients;
import io.kmirrord.bridge.client.ClientConfig;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaClusterBuilder;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;

/** A cluster whose nodes carry the bridge, and what tests ask of it. */
final class HookCluster implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Path JAR = Path.of("..", "storage-bridge", "dist", "target", "storage-bridge.jar")
            .toAbsolutePath()
            .normalize();
    static final String MIRROR = "dr";

    private final KafkaCluster cluster;
    private final Path sockets;
    private final Admin admin;
    private final Map<Integer, BridgeClient> clients = new ConcurrentHashMap<>();

    private HookCluster(KafkaCluster cluster, Path sockets) {
        this.cluster = cluster;
        this.sockets = sockets;
        this.admin = cluster.admin();
    }

    static HookCluster start(Clusters clusters, String name, KafkaClusterBuilder builder) {
        return start(clusters, name, builder, 384);
    }

    static HookCluster start(Clusters clusters, String name, KafkaClusterBuilder builder, int heapMb) {
        Path sockets = clusters.socketDir();
        KafkaCluster cluster = clusters.start(
                name,
                builder.heapMb(heapMb)
                        .agent(JAR, node -> "socket.path=" + socket(sockets, node.id()) + ",disk.floor.bytes=0"));
        return clusters.manage(new HookCluster(cluster, sockets));
    }

    private static Path socket(Path sockets, int node) {
        return sockets.resolve(node + ".sock");
    }

    Path socket(int node) {
        return socket(sockets, node);
    }

    KafkaCluster kafka() {
        return cluster;
    }

    Admin admin() {
        return admin;
    }

    Response.Hello hello(int node) throws Exception {
        return client(node).hello().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private BridgeClient client(int node) {
        return clients.computeIfAbsent(node, id -> BridgeClients.connect(ClientConfig.of(socket(id), "it")));
    }

    <R extends Response> R call(int node, Request request, Class<R> answer) throws BridgeException {
        try {
            hello(node);
            return client(node).send(request, answer).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BridgeException refusal) {
                throw refusal;
            }
            throw new IllegalStateException(request + " at node " + node, e);
        } catch (TimeoutException e) {
            throw new IllegalStateException(request + " at node " + node, e);
        } catch (Exception e) {
            throw new IllegalStateException(request + " at node " + node + " was not sent", e);
        }
    }

    /** Writes at the active controller, and waits until the fences are in force on every running broker. */
    long write(Request request) throws BridgeException {
        long offset = writeOnly(request);
        for (KafkaNode broker : cluster.brokers()) {
            if (broker.isAlive()) {
                awaitView(broker.id(), offset);
            }
        }
        return offset;
    }

    private long writeOnly(Request request) throws BridgeException {
        long[] offset = {-1};
        BridgeException[] refused = new BridgeException[1];
        until("written by some controller: " + request, () -> {
            for (KafkaNode node : cluster.controllers()) {
                try {
                    if (node.isAlive()) {
                        offset[0] =
                                call(node.id(), request, Response.Written.class).metadataOffset();
                        return true;
                    }
                } catch (BridgeException e) {
                    if (e.code() != ErrorCode.NOT_CONTROLLER) {
                        refused[0] = e;
                        return true;
                    }
                }
            }
            return false;
        });
        if (refused[0] != null) {
            throw refused[0];
        }
        return offset[0];
    }

    void awaitView(int node, long offset) {
        until(
                "fences of node " + node + " in force up to " + offset,
                () -> call(node, new Request.Describe(List.of()), Response.Description.class)
                                .viewOffset()
                        >= offset);
    }

    UUID createFenced(String name, int partitions, int replicas) throws BridgeException {
        UUID id = UUID.randomUUID();
        write(new Request.CreateTopic(
                id, name, partitions, (short) replicas, 1, Map.of(), fence(1, Phase.MIRRORING, -1, Map.of())));
        return id;
    }

    static Fence fence(long generation, Phase phase, int stopEpoch, Map<Integer, Phase> exceptions) {
        return new Fence(MIRROR, generation, phase, stopEpoch, new TreeMap<>(exceptions));
    }

    /** Writes a fence and waits for one broker alone. */
    void putFence(UUID id, Fence fence, int broker) throws BridgeException {
        awaitView(broker, writeOnly(new Request.PutFence(id, fence)));
    }

    void putFence(UUID id, Fence fence) throws BridgeException {
        write(new Request.PutFence(id, fence));
    }

    static void until(String what, Callable<Boolean> condition) {
        Throwable[] last = new Throwable[1];
        boolean reached = Poll.until(PATIENCE, () -> {
            try {
                return condition.call();
            } catch (Exception e) {
                last[0] = e;
                return false;
            }
        });
        assertThat(reached)
                .as(what + (last[0] == null ? "" : ", last: " + last[0]))
                .isTrue();
    }

    @Override
    public void close() {
        clients.values().forEach(BridgeClient::close);
        admin.close(Duration.ZERO);
    }
}
