// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads of the bridge: daemons, so that they never keep a broker alive, named {@code kmirrord-bridge-*}. Stateless. */
final class BridgeThreads {
    private BridgeThreads() {}

    static Thread daemon(String role, Runnable body) {
        Thread thread = new Thread(body, "kmirrord-bridge-" + role);
        thread.setDaemon(true);
        thread.setContextClassLoader(BridgeThreads.class.getClassLoader());
        return thread;
    }

    /**
     * Returns a pool of up to {@code threads} threads that end when idle. Its queue has no bound of its own: the bound is
     * the number of requests in flight. After shutdown it throws RejectedExecutionException.
     */
    static ThreadPoolExecutor pool(String role, int threads) {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads,
                threads,
                60,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> daemon(role + "-" + number.incrementAndGet(), task));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
