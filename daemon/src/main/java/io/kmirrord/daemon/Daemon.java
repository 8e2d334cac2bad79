// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.daemon.bridge.NodeWatch;
import io.kmirrord.daemon.config.DaemonConfig;
import io.kmirrord.daemon.engine.EffectObserver;
import io.kmirrord.daemon.http.QueueProbe;
import io.kmirrord.daemon.metrics.EngineMetrics;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.protocol.net.NettyResources;
import io.kmirrord.statetopic.StateTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a daemon: waits for the bridge of its node and for the state topic, in any order and for ever, then runs the
 * engine and the duties. Thread-safe.
 */
final class Daemon implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);
    private static final Duration OPEN_AGAIN = Duration.ofSeconds(2);

    private final DaemonConfig config;
    private final NettyResources network;
    private final BridgeClient bridge;
    private final EngineMetrics metrics;
    private final DaemonStatus status;
    private final EffectObserver observer;
    private final Consumer<String> fatal;
    private final EventQueue node = new EventQueue("kmirrord-node");
    private final List<EventQueue> shards = new ArrayList<>();
    private final ExecutorService io = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "kmirrord-file");
        thread.setDaemon(true);
        return thread;
    });
    private String lastProblem = "";
    private boolean closed;
    private @Nullable RunningDaemon running;

    /** Starts; returns at once, whether source, broker and bridge are reachable or not. */
    Daemon(
            DaemonConfig config,
            NettyResources network,
            BridgeClient bridge,
            EngineMetrics metrics,
            DaemonStatus status,
            EffectObserver observer,
            Consumer<String> fatal) {
        this.config = config;
        this.network = network;
        this.bridge = bridge;
        this.metrics = metrics;
        this.status = status;
        this.observer = observer;
        this.fatal = fatal;
        for (int shard = 0; shard < config.runtime().shards(); shard++) {
            shards.add(new EventQueue("kmirrord-shard-" + shard));
        }
        node.post(this::greet);
    }

    /** To find out whether its queues move. */
    List<QueueProbe> probes() {
        List<QueueProbe> probes = new ArrayList<>();
        probes.add(new QueueProbe("kmirrord-node", node::post));
        for (int shard = 0; shard < shards.size(); shard++) {
            probes.add(new QueueProbe("kmirrord-shard-" + shard, shards.get(shard)::post));
        }
        return probes;
    }

    private void greet() {
        node.then(bridge.hello(), (hello, problem) -> {
            if (hello == null) {
                // Only closing the client ends the wait.
                LOG.debug("no bridge any more", problem);
                return;
            }
            status.greeted(hello);
            LOG.info(
                    "bridge {} of node {} on {}, adapter {}, roles {}",
                    hello.bridgeVersion(),
                    hello.nodeId(),
                    hello.brokerVersion(),
                    hello.adapter(),
                    hello.roles());
            open(hello);
        });
    }

    private void open(Response.Hello hello) {
        if (closed) {
            return;
        }
        node.then(StateTopic.open(config.destination().state(), false), (topic, problem) -> {
            if (topic == null) {
                complain(problem);
                node.schedule(() -> open(hello), OPEN_AGAIN);
            } else if (closed) {
                topic.close();
            } else {
                run(hello, topic);
            }
        });
    }

    private void complain(@Nullable Throwable problem) {
        String text = String.valueOf(problem == null ? null : problem.getMessage());
        status.topicProblem(text);
        if (!text.equals(lastProblem)) {
            LOG.warn("the state topic cannot be opened, tries again: {}", text);
            lastProblem = text;
        }
    }

    private void run(Response.Hello hello, StateTopic topic) {
        LOG.info("the state topic {} is open", config.destination().stateTopic());
        RunningDaemon started = RunningDaemon.start(
                config, network, bridge, metrics, status, node, shards, io, hello, topic, observer, fatal);
        running = started;
        NodeWatch watch = new NodeWatch(node, started);
        status.watching(watch);
        bridge.watch(watch);
    }

    /** Ends copies and decisions; appends under way are left to the bridge. 2 s for each queue at most. Idempotent. */
    @Override
    public void close() {
        node.post(() -> {
            closed = true;
            RunningDaemon present = running;
            if (present != null) {
                present.close();
            }
        });
        node.close();
        shards.forEach(EventQueue::close);
        io.shutdownNow();
    }
}
