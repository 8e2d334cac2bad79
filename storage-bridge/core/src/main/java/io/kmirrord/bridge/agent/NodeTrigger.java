// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the class is loaded that {@code kafka.Kafka} builds a node with, then starts the bridge before the class
 * is there. Changes no class itself.
 */
final class NodeTrigger implements ClassFileTransformer {
    private static final String NODE_CLASS = "kafka/server/KafkaRaftServer";
    /**
     * Very long on purpose: a node that goes on without the bridge opens its mirror topics to clients. On a host that needs
     * more than a minute for the link check, the rest of the node's start takes longer still.
     */
    private static final long MAX_WAIT_MS = 600_000;

    private final String argument;
    private final Instrumentation instrumentation;
    private final AtomicBoolean started = new AtomicBoolean();

    NodeTrigger(String argument, Instrumentation instrumentation) {
        this.argument = argument;
        this.instrumentation = instrumentation;
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String className,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] classFile) {
        if (NODE_CLASS.equals(className) && started.compareAndSet(false, true)) {
            startAndWait(loader);
        }
        return null;
    }

    /** On a thread of its own: the JVM lets no class be woven that a transformer's own thread loads. */
    private void startAndWait(@Nullable ClassLoader loader) {
        Thread thread = new Thread(() -> start(loader), "kmirrord-bridge-start");
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(MAX_WAIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            Hooks.abandon();
            BridgeLog.error("the storage bridge did not start within " + MAX_WAIT_MS
                    + " ms; the node goes on without it: restart the node to try again");
        }
    }

    private void start(@Nullable ClassLoader loader) {
        try {
            Startup.run(argument, instrumentation, loader);
        } catch (Throwable t) {
            BridgeLog.error("the storage bridge does not work in this JVM; the node goes on without it", t);
        }
    }
}
