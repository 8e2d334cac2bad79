// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import io.kmirrord.bridge.wire.Fence;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks in the metadata of a node that the bridge does not support for fences which this node cannot hold, by
 * reflection only. Until it knows better it says that there are some.
 */
final class FenceSearch implements Runnable, InvocationHandler {
    private static final String PUBLISHER = "org.apache.kafka.image.publisher.MetadataPublisher";
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long GIVE_UP_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final Object sharedServer;
    private volatile boolean wanted = true;

    FenceSearch(Object sharedServer) {
        this.sharedServer = sharedServer;
    }

    boolean wanted() {
        return wanted;
    }

    @Override
    public void run() {
        try {
            Object loader = loader();
            ClassLoader classes = sharedServer.getClass().getClassLoader();
            Class<?> publisher = Class.forName(PUBLISHER, false, classes);
            Object proxy = Proxy.newProxyInstance(classes, new Class<?>[] {publisher}, this);
            loader.getClass().getMethod("installPublishers", List.class).invoke(loader, List.of(proxy));
        } catch (ReflectiveOperationException | RuntimeException e) {
            BridgeLog.error("cannot tell whether the metadata holds fences; reported as if it did", e);
        }
    }

    private Object loader() throws ReflectiveOperationException {
        long deadline = System.nanoTime() + GIVE_UP_NANOS;
        while (true) {
            try {
                return UnsupportedNode.call(sharedServer, "loader");
            } catch (NoSuchFieldException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
    }

    /** Stands for the publisher; never throws into the loader. */
    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "name", "toString" -> "KmirrordFenceSearch";
            case "hashCode" -> System.identityHashCode(this);
            case "equals" -> arguments != null && proxy == arguments[0];
            case "onMetadataUpdate" -> arguments == null ? null : read(arguments[1]);
            default -> null;
        };
    }

    private @Nullable Object read(Object image) {
        try {
            Object configs = UnsupportedNode.call(image, "configs");
            Map<?, ?> data = (Map<?, ?>) UnsupportedNode.call(configs, "resourceData");
            boolean any = false;
            for (Map.Entry<?, ?> resource : data.entrySet()) {
                any |= String.valueOf(resource.getKey()).contains("name='" + Fence.RESOURCE_NAME + "'")
                        && String.valueOf(resource.getValue()).contains(Fence.CONFIG_PREFIX);
            }
            wanted = any;
        } catch (ReflectiveOperationException | RuntimeException e) {
            wanted = true;
        }
        return null;
    }
}
