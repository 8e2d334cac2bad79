// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.leak;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class in which a buffer was collected without having been released. Registered for every test of the
 * module through {@code META-INF/services}; needs {@code -Dio.netty.leakDetection.level=paranoid}.
 */
public final class LeakCheck implements AfterAllCallback {

    private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();
    private static final long GC_PAUSE_NANOS = Duration.ofMillis(20).toNanos();
    private static final int GC_ROUNDS = 100;

    static {
        // Before the first buffer class is loaded: each takes its detector from the factory once.
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new RecordingFactory());
    }

    private static final class RecordingFactory extends ResourceLeakDetectorFactory {
        @Override
        @SuppressWarnings(
                "deprecation") // The one abstract method there is; its argument without use is what is deprecated.
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(
                Class<T> resource, int samplingInterval, long maxActive) {
            return new RecordingDetector<>(resource, samplingInterval);
        }
    }

    private static final class RecordingDetector<T> extends ResourceLeakDetector<T> {
        RecordingDetector(Class<T> resource, int samplingInterval) {
            super(resource, samplingInterval);
        }

        @Override
        protected boolean needReport() {
            return true;
        }

        @Override
        protected void reportTracedLeak(String resourceType, String records) {
            LEAKS.add(resourceType + records);
        }

        @Override
        protected void reportUntracedLeak(String resourceType) {
            LEAKS.add(resourceType);
        }
    }

    /** The leaks since the last call: everything unreachable is collected first. */
    static List<String> collect() {
        WeakReference<Object> canary = new WeakReference<>(new Object());
        for (int i = 0; i < GC_ROUNDS && canary.get() != null; i++) {
            System.gc();
            LockSupport.parkNanos(GC_PAUSE_NANOS);
        }
        System.gc();
        LockSupport.parkNanos(GC_PAUSE_NANOS);
        // Leaks are reported when the next buffer is tracked.
        ByteBufAllocator.DEFAULT.directBuffer(1).release();
        List<String> leaks = new ArrayList<>();
        for (String leak = LEAKS.poll(); leak != null; leak = LEAKS.poll()) {
            leaks.add(leak);
        }
        return leaks;
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (ResourceLeakDetector.getLevel() != ResourceLeakDetector.Level.PARANOID) {
            throw new AssertionError("leak detection is " + ResourceLeakDetector.getLevel() + "; expected: PARANOID");
        }
        List<String> leaks = collect();
        if (!leaks.isEmpty()) {
            throw new AssertionError(leaks.size() + " buffers were not released: " + String.join("\n", leaks));
        }
    }
}
