// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.client.BridgeClients;
import io.kmirrord.bridge.client.ClientConfig;
import io.kmirrord.daemon.config.DaemonConfig;
import io.kmirrord.daemon.engine.EffectObserver;
import io.kmirrord.daemon.service.Monitoring;
import io.kmirrord.protocol.net.NettyResources;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * A daemon with everything that it runs on, closed in order.
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

    /**
     * Starts everything.
     *
     * @param observer told of the effects of all partitions
     * @param fatal told once why the process must end
     * @throws IOException when the address for metrics cannot be listened on
     */
    static Assembly start(DaemonConfig config, EffectObserver observer, Consumer<String> fatal) throws IOException {
        NettyResources network = NettyResources.start(
                config.runtime().networkThreads(), config.fetch().memoryBytes());
        BridgeClient bridge = BridgeClients.connect(new ClientConfig(
                config.append().bridgeSocket(),
                "kmirrord",
                BRIDGE_MAX_FRAME_BYTES,
                BRIDGE_IN_FLIGHT_BYTES,
                BRIDGE_TIMEOUT,
                BRIDGE_MIN_BACKOFF,
                BRIDGE_MAX_BACKOFF));
        DaemonStatus status = new DaemonStatus(config.fetch().memoryBytes(), network);
        Monitoring monitoring;
        try {
            monitoring = Monitoring.start(
                    config.runtime().httpListen(),
                    Version.TEXT,
                    config.runtime().partitionSeriesMax());
        } catch (IOException e) {
            new Assembly(List.of(bridge, network)).close();
            throw e;
        }
        Daemon daemon = new Daemon(config, network, bridge, monitoring.events(), status, observer, fatal);
        monitoring.running(status, daemon.probes());
        return new Assembly(List.of(monitoring::stopping, daemon, monitoring, bridge, network));
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
