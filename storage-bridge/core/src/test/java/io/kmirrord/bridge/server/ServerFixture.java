// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.client.BridgeClients;
import io.kmirrord.bridge.client.ClientConfig;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.TopicIdPartition;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A server with fake operations on a socket in a directory of its own, and clients of it. */
final class ServerFixture implements AutoCloseable {
    private static final MirrorRef REF = new MirrorRef("mirror", 1);
    private static final UUID TOPIC = new UUID(1, 2);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    final FakeOperations operations = new FakeOperations();
    final List<String> audit = new CopyOnWriteArrayList<>();
    final Path directory;
    final Path socket;
    private final ServerConfig config;
    private BridgeServer server;
    private final List<Closeable> opened = new ArrayList<>();

    ServerFixture(Map<String, String> settings) throws IOException {
        directory = Files.createTempDirectory("kmw");
        socket = directory.resolve("run").resolve("b.sock");
        Files.createDirectory(directory.resolve("run"));
        Map<String, String> properties = new HashMap<>(settings);
        properties.put("socket.path", socket.toString());
        config = ServerConfig.parse(properties);
        server = BridgeServer.start(config, operations, new AuditLog(audit::add));
        awaitListener();
    }

    BridgeServer server() {
        return server;
    }

    /** Closes the server and starts another on the same socket. */
    void restartServer() {
        server.close();
        server = BridgeServer.start(config, operations, new AuditLog(audit::add));
        awaitListener();
    }

    /**
     * The file alone is not enough: it is bound, and refuses, before it listens. Asks the system, since the server counts
     * who connects.
     */
    void awaitListener() {
        String listening = " 00010000 ";
        await("a listener", () -> {
            try (Stream<String> sockets = Files.lines(Path.of("/proc/net/unix"))) {
                return sockets.anyMatch(line -> line.endsWith(" " + socket) && line.contains(listening));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    ClientConfig clientConfig(int maxFrameBytes, long maxInFlightBytes, Duration requestTimeout) {
        return new ClientConfig(
                socket,
                "test",
                maxFrameBytes,
                maxInFlightBytes,
                requestTimeout,
                Duration.ofMillis(10),
                Duration.ofMillis(100));
    }

    BridgeClient client() throws Exception {
        return client(clientConfig(32 << 20, 64L << 20, Duration.ofSeconds(15)));
    }

    BridgeClient client(ClientConfig config) throws Exception {
        BridgeClient client = BridgeClients.connect(config, new Random(1));
        opened.add(client::close);
        client.hello().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return client;
    }

    RawPeer raw() throws IOException {
        RawPeer peer = new RawPeer(socket);
        opened.add(peer::close);
        return peer;
    }

    static TopicIdPartition partition(int number) {
        return new TopicIdPartition(TOPIC, number);
    }

    static Request.Append append(int partition, long offset, ByteBuffer records) {
        return new Request.Append(REF, partition(partition), 1, offset, records);
    }

    static Request.Begin begin(int partition) {
        return new Request.Begin(REF, partition(partition), 5, 3);
    }

    static Request.RestartAt restart(int partition, int timeoutMs) {
        return new Request.RestartAt(REF, partition(partition), 5, 0, 77, timeoutMs);
    }

    static Request.Await await(int partition, int timeoutMs) {
        return new Request.Await(partition(partition), 5, 9, timeoutMs);
    }

    /** Waits for a condition; fails with its name when the patience is at its end. */
    static void await(String what, BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new AssertionError("still waiting for " + what + " after " + PATIENCE);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }

    @Override
    public void close() throws IOException {
        for (Closeable closeable : opened) {
            closeable.close();
        }
        server.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
