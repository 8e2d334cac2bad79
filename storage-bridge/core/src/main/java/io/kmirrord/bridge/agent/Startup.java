// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import io.kmirrord.bridge.kafka.BrokerHooks;
import io.kmirrord.bridge.kafka.BrokerLine;
import io.kmirrord.bridge.kafka.BrokerNode;
import io.kmirrord.bridge.kafka.ops.KafkaOperations;
import io.kmirrord.bridge.kafka.ops.Settings;
import io.kmirrord.bridge.link.Adapter;
import io.kmirrord.bridge.link.ClassBytes;
import io.kmirrord.bridge.link.LinkCheck;
import io.kmirrord.bridge.link.LinkReport;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Starts the bridge in a JVM that is about to become a node: link check first, then hooks, all or none. Stateless. */
final class Startup {
    /** For tests: name of a broker line to take instead of the broker's own, or {@code off}. */
    static final String ADAPTER_PROPERTY = "kmirrord.bridge.adapter";

    private Startup() {}

    static void run(String argument, Instrumentation instrumentation, @Nullable ClassLoader loader)
            throws IOException, ReflectiveOperationException {
        LinkReport report = new LinkCheck(ClassBytes.ofLoader(Startup.class.getClassLoader()), OwnClasses.inJar())
                .run(ClassBytes.ofLoader(loader), System.getProperty(ADAPTER_PROPERTY, ""), Declared.all());
        Installation installation = new Installation(report);
        if (report.linked()) {
            HookWeaver.install(instrumentation, HookPoint.ALL, installation);
            loadHookedClasses(loader, installation);
        } else {
            HookWeaver.install(instrumentation, List.of(HookPoint.SHARED_SERVER), installation);
        }
        List<String> problems = installation.problems();
        if (problems.isEmpty()) {
            startLinked(argument, installation);
        } else {
            BridgeLog.error("broker " + report.brokerVersion() + " is not supported by this bridge: the node goes on, "
                    + "every operation of the bridge is refused. Missing: " + String.join("; ", problems));
            Hooks.install(new UnsupportedHooks(node -> startUnsupported(argument, installation, node)));
        }
    }

    /** Loads, without initialising them, so that it is known now whether every hook is in: none is used otherwise. */
    private static void loadHookedClasses(@Nullable ClassLoader loader, Installation installation) {
        for (HookPoint point : HookPoint.ALL) {
            try {
                Class.forName(point.className(), false, loader);
            } catch (ClassNotFoundException | LinkageError e) {
                installation.failed(point.className(), e);
            }
            if (!installation.isWoven(point.className())) {
                installation.failed(point.className(), new IllegalStateException("its class was not woven"));
            }
        }
    }

    private static void startLinked(String argument, Installation installation) throws ReflectiveOperationException {
        Adapter adapter = Objects.requireNonNull(installation.report().adapter(), "linked");
        BrokerLine line = Class.forName(adapter.className())
                .asSubclass(BrokerLine.class)
                .getDeclaredConstructor()
                .newInstance();
        BrokerNode node = new BrokerNode(line, installation.report().brokerVersion());
        HelloState state = new LinkedState(node);
        Hooks.install(new BrokerHooks(
                node,
                () -> NodeServer.start(
                        argument,
                        state,
                        settings -> new NodeOperations(
                                state, installation, new KafkaOperations(node, Settings.of(settings))))));
        BridgeLog.info("storage bridge " + BridgeVersion.CURRENT + " linked with broker "
                + installation.report().brokerVersion() + ", adapter " + adapter.line() + ", "
                + installation.report().checked() + " members checked");
    }

    private static void startUnsupported(String argument, Installation installation, Object sharedServer) {
        UnsupportedNode node = new UnsupportedNode(sharedServer);
        node.follow();
        NodeServer.start(argument, node, settings -> new NodeOperations(node, installation, null));
    }
}
