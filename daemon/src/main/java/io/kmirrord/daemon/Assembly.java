// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.client.BridgeClients;
import io.kmirrord.bridge.client.ClientConfig;
import io.kmirrord.daemon.config.DaemonConfig;
import io.kmirrord.daemon.config.SourceConfig;
import io.kmirrord.daemon.source.AdminTopicConfigs;
import io.kmirrord.daemon.source.TopicConfigs;
import io.kmirrord.protocol.Endpoint;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.protocol.WireConfig;
import io.kmirrord.protocol.client.NettyWireClient;
import io.kmirrord.protocol.net.NettyResources;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/**
 * A daemon with the clients that it runs on, closed in order.
 *
 * @param parts closed from first to last
 */
record Assembly(List<AutoCloseable> parts) implements AutoCloseable {
    private static final Duration BRIDGE_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration BRIDGE_MIN_BACKOFF = Duration.ofMillis(100);
    private static final Duration BRIDGE_MAX_BACKOFF = Duration.ofSeconds(2);
    private static final int BRIDGE_MAX_FRAME_BYTES = 32 << 20;
    /** Not bounded here: what is under way is bounded by the fetch memory, and by the bridge, which stops reading. */
    private static final long BRIDGE_IN_FLIGHT_BYTES = Long.MAX_VALUE / 2;

    Assembly {
        parts = List.copyOf(parts);
    }

    static Assembly start(DaemonConfig config) {
        String name = "kmirrord-" + config.mirror().ref().mirror();
        NettyResources network = NettyResources.start(
                config.runtime().networkThreads(), config.fetch().memoryBytes());
        WireClient source = NettyWireClient.create(wire(config, name), network);
        BridgeClient bridge = BridgeClients.connect(new ClientConfig(
                config.append().bridgeSocket(),
                name,
                BRIDGE_MAX_FRAME_BYTES,
                BRIDGE_IN_FLIGHT_BYTES,
                BRIDGE_TIMEOUT,
                BRIDGE_MIN_BACKOFF,
                BRIDGE_MAX_BACKOFF));
        TopicConfigs configs = new AdminTopicConfigs(admin(config.source(), name));
        Daemon daemon = new Daemon(config, source, bridge, configs);
        return new Assembly(List.of(daemon, source, bridge, network, configs));
    }

    private static WireConfig wire(DaemonConfig config, String name) {
        SourceConfig source = config.source();
        WireConfig defaults = WireConfig.of(source.bootstrap(), name, new Random());
        return defaults.withAddressMap(source.addressMap())
                .withTimeouts(source.connectTimeout(), source.requestTimeout(), defaults.apiTimeout());
    }

    private static Map<String, Object> admin(SourceConfig source, String name) {
        return Map.of(
                "bootstrap.servers",
                source.bootstrap().stream().map(Endpoint::toString).collect(Collectors.joining(",")),
                "client.id",
                name,
                "default.api.timeout.ms",
                String.valueOf(2 * source.requestTimeout().toMillis()),
                "request.timeout.ms",
                String.valueOf(source.requestTimeout().toMillis()));
    }

    @Override
    public void close() {
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception e) {
                // The process ends: what is left is closed by the system.
                LoggerFactory.getLogger(Assembly.class).warn("closing {} failed", part, e);
            }
        }
    }
}
