// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Settings of the bridge's server. Immutable. {@link #parse} reads them from these keys:
 *
 * <pre>
 * socket.path             absolute path, at most 100 bytes; default /run/kmirrord-bridge/bridge.sock, for which
 *                         the agent gives one per node
 * allowed.users           user names or uids, comma-separated; default: the broker's own user and root
 * buffer.memory.bytes     bodies of requests, direct memory; default 67108864
 * max.frame.bytes         largest frame either way, at most buffer.memory.bytes; default 33554432
 * operation.threads       1 to 64; default 4
 * wait.threads            threads for AWAIT and RESTART_AT, 1 to 256; default 32
 * max.connections         1 to 1000; default 64
 * max.requests.in.flight  1 to 100000; default 4096
 * frame.timeout.ms        time for a begun frame, and for the peer to read an answer, 100 to 600000; default 30000
 * </pre>
 *
 * @param allowedUsers empty for the default
 */
public record ServerConfig(
        Path socketPath,
        List<String> allowedUsers,
        long bufferMemoryBytes,
        int maxFrameBytes,
        int operationThreads,
        int waitThreads,
        int maxConnections,
        int maxRequestsInFlight,
        int frameTimeoutMs) {

    /** A UNIX socket address holds 108 bytes on Linux, less on others; the JDK keeps some of them. */
    private static final int MAX_PATH_BYTES = 100;

    /** Every key that {@link #parse} knows. */
    public static final Set<String> KEYS = Set.of(
            "socket.path",
            "allowed.users",
            "buffer.memory.bytes",
            "max.frame.bytes",
            "operation.threads",
            "wait.threads",
            "max.connections",
            "max.requests.in.flight",
            "frame.timeout.ms");

    /** Reads settings; as {@link #parse(Map, Set)} with no other keys. */
    public static ServerConfig parse(Map<String, String> properties) {
        return parse(properties, Set.of());
    }

    /**
     * Reads settings.
     *
     * @param otherKeys keys of the same file that somebody else reads: neither used nor refused here
     * @throws ServerConfigException with every problem there is: values that don't parse or lie outside of their range,
     *     and unknown keys with the nearest known one
     */
    public static ServerConfig parse(Map<String, String> properties, Set<String> otherKeys) {
        SettingsReader settings = new SettingsReader(properties);
        settings.refuseUnknown(KEYS, otherKeys);
        long bufferMemory = settings.number("buffer.memory.bytes", 64L << 20, 64L << 10, 1L << 40);
        long maxFrame = settings.number("max.frame.bytes", Math.min(32L << 20, bufferMemory), 64L << 10, 1L << 30);
        if (pages(maxFrame) > bufferMemory) {
            settings.problem("max.frame.bytes " + maxFrame + " is above buffer.memory.bytes " + bufferMemory
                    + ": such a frame could never be read; lower the first or raise the second");
        }
        ServerConfig config = new ServerConfig(
                settings.path("socket.path", "/run/kmirrord-bridge/bridge.sock", MAX_PATH_BYTES),
                settings.list("allowed.users"),
                bufferMemory,
                (int) maxFrame,
                (int) settings.number("operation.threads", 4, 1, 64),
                (int) settings.number("wait.threads", 32, 1, 256),
                (int) settings.number("max.connections", 64, 1, 1000),
                (int) settings.number("max.requests.in.flight", 4096, 1, 100_000),
                (int) settings.number("frame.timeout.ms", 30_000, 100, 600_000));
        settings.throwProblems();
        return config;
    }

    private static long pages(long bytes) {
        return (bytes + MemoryBudget.PAGE_BYTES - 1) & -MemoryBudget.PAGE_BYTES;
    }
}
