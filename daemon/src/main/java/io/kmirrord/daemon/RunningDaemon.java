// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.daemon.bridge.Leadership;
import io.kmirrord.daemon.bridge.LeadershipListener;
import io.kmirrord.daemon.config.DaemonConfig;
import io.kmirrord.daemon.copy.Limits;
import io.kmirrord.daemon.engine.EffectObserver;
import io.kmirrord.daemon.engine.Engine;
import io.kmirrord.daemon.engine.EngineParts;
import io.kmirrord.daemon.metrics.EngineMetrics;
import io.kmirrord.daemon.report.Reporter;
import io.kmirrord.daemon.salvage.FreeSpace;
import io.kmirrord.daemon.salvage.SalvageDuty;
import io.kmirrord.daemon.salvage.SalvageStore;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.protocol.AddressMap;
import io.kmirrord.protocol.Endpoint;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.protocol.WireConfig;
import io.kmirrord.protocol.client.NettyWireClient;
import io.kmirrord.protocol.net.NettyResources;
import io.kmirrord.statemachine.settings.SourceSettings;
import io.kmirrord.statetopic.ProgressWriter;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateWriter;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Engine and duties of a daemon whose bridge and state topic are there. Confined to the node queue. */
final class RunningDaemon implements LeadershipListener, AutoCloseable {
    private static final int DOUBTFUL_ATTEMPTS = 6;
    private static final Duration FENCED_POLL = Duration.ofSeconds(1);

    private final StateTopic topic;
    private final StateWriter writer;
    private final ProgressWriter progress;
    private final Engine engine;
    private final Duties duties;

    private RunningDaemon(StateTopic topic, StateWriter writer, ProgressWriter progress, Engine engine, Duties duties) {
        this.topic = topic;
        this.writer = writer;
        this.progress = progress;
        this.engine = engine;
        this.duties = duties;
    }

    /** Starts; nothing is led before the first leadership is told. */
    static RunningDaemon start(
            DaemonConfig config,
            NettyResources network,
            BridgeClient bridge,
            EngineMetrics metrics,
            DaemonStatus status,
            EventQueue node,
            List<EventQueue> shards,
            ExecutorService io,
            Response.Hello hello,
            StateTopic topic,
            EffectObserver observer,
            Consumer<String> fatal) {
        StateWriter writer = StateWriter.transactional(config.destination().state(), topic, hello.nodeId());
        ProgressWriter progress = ProgressWriter.open(config.destination().state());
        Duties duties = Duties.start(config, bridge, node, hello, topic, writer);
        SalvageStore salvages = new SalvageStore(
                config.destination().salvageDir(),
                new SalvageStore.Owner(hello.nodeId(), Duties.host()),
                FreeSpace.OF_FILE_STORE,
                System::currentTimeMillis);
        SalvageDuty inventory = new SalvageDuty(node, topic, writer, salvages, io);
        inventory.start();
        Engine engine = new Engine(
                new EngineParts(
                        node,
                        bridge,
                        topic,
                        writer,
                        config.destination().state(),
                        duties.controllerLink(),
                        duties.settling(),
                        (mirror, settings, clusterId) -> client(mirror, settings, clusterId, network),
                        new Limits(
                                config.append().inFlight(),
                                config.append().unreplicatedMaxBytes(),
                                config.runtime().backoff(),
                                DOUBTFUL_ATTEMPTS),
                        new FetchOptions(
                                config.fetch().maxWaitMs(), 1, config.fetch().maxBytes()),
                        config.fetch().partitionMaxBytes(),
                        salvages,
                        inventory::saved,
                        io,
                        System::currentTimeMillis,
                        metrics,
                        observer),
                shards);
        duties.sources(engine);
        topic.listen(engine);
        status.running(topic, engine::statuses, duties::ownership);
        new Reporter(node, engine::statuses, progress, hello.nodeId())
                .start(config.runtime().summaryInterval());
        RunningDaemon running = new RunningDaemon(topic, writer, progress, engine, duties);
        node.repeat(() -> running.endIfFenced(hello.nodeId(), fatal), FENCED_POLL);
        return running;
    }

    private static WireClient client(
            String mirror, SourceSettings settings, @Nullable String clusterId, NettyResources network) {
        List<Endpoint> bootstrap =
                settings.bootstrap().stream().map(Endpoint::parse).toList();
        WireConfig defaults = WireConfig.of(bootstrap, "kmirrord-" + mirror, new Random());
        AddressMap map =
                settings.addressMap().isEmpty() ? AddressMap.identity() : AddressMap.parse(settings.addressMap());
        return NettyWireClient.create(
                defaults.withAddressMap(map)
                        .withTimeouts(
                                Duration.ofMillis(settings.connectTimeoutMs()),
                                Duration.ofMillis(settings.requestTimeoutMs()),
                                defaults.apiTimeout())
                        .withClusterId(clusterId),
                network);
    }

    private void endIfFenced(int nodeId, Consumer<String> fatal) {
        if (writer.isFenced()) {
            engine.stopActing();
            fatal.accept("another daemon runs for node " + nodeId
                    + ", started later than this one: one daemon per node, see who uses this bridge socket");
        }
    }

    @Override
    public void leaderships(List<Leadership> changed) {
        duties.leaderships(changed);
        engine.leaderships(changed);
    }

    @Override
    public void controllerEpoch(int epoch) {
        duties.controllerEpoch(epoch);
    }

    @Override
    public void close() {
        duties.close();
        engine.close();
        writer.close();
        progress.close();
        topic.close();
    }
}
