// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a changed view in force: after the gate sees it, each partition concerned is locked and released once, so
 * that appends which began under the old view are done; then the view's offset is published. Few partitions are done
 * on the thread that publishes metadata, many on a thread of the bridge, since the broker waits for the first.
 * Called by one thread.
 */
final class FenceBarrier {
    private static final Logger LOG = LoggerFactory.getLogger("io.kmirrord.bridge.fence");
    static final int MAX_INLINE = 200;

    private final FenceView fences;
    private final AtomicInteger pending = new AtomicInteger();
    private final ExecutorService executor;

    FenceBarrier(FenceView fences) {
        this.fences = fences;
        this.executor = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "kmirrord-bridge-fence");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Runs the passes in order, then says that the view of this offset is in force.
     *
     * @param passes one per partition concerned
     */
    void bringInForce(long offset, List<Runnable> passes) {
        if (passes.size() <= MAX_INLINE && pending.get() == 0) {
            runAll(passes);
            fences.inForce(offset);
            return;
        }
        pending.incrementAndGet();
        executor.execute(() -> {
            try {
                runAll(passes);
                fences.inForce(offset);
            } finally {
                pending.decrementAndGet();
            }
        });
    }

    /** A pass takes the lock first: where it fails later, in a trim, the barrier has been reached all the same. */
    private static void runAll(List<Runnable> passes) {
        for (Runnable pass : passes) {
            try {
                pass.run();
            } catch (RuntimeException e) {
                LOG.error("a partition could not be brought under its new fence", e);
            }
        }
    }
}
