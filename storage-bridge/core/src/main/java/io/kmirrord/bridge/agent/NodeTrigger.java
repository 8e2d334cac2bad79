// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the class is loaded that {@code kafka.Kafka} builds a node with, then starts the bridge, on that thread
 * and before the class is there. Changes no class itself.
 */
final class NodeTrigger implements ClassFileTransformer {
    private static final String NODE_CLASS = "kafka/server/KafkaRaftServer";

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
            try {
                Startup.run(argument, instrumentation, loader);
            } catch (Throwable t) {
                BridgeLog.error("the storage bridge does not work in this JVM; the node goes on without it", t);
            }
        }
        return null;
    }
}
