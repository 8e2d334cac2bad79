// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.kmirrord.protocol.FetchBudget;
import io.kmirrord.protocol.NetworkResources;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Event loops (native epoll where there is one), resolver threads, buffers and the budget. Thread-safe. */
public final class NettyResources implements NetworkResources {

    private static final int RESOLVER_THREADS = 2;
    private static final int CLOSE_SECONDS = 5;
    private static final int PAGE_BYTES = 8 << 10;
    /** Chunks of 16 MiB, so that a fetch of the default size comes from the pool. */
    private static final int CHUNK_ORDER = 11;

    private final EventLoopGroup group;
    private final ExecutorService resolvers;
    private final ByteBufAllocator allocator;
    private final ByteBudget budget;
    private final Class<? extends SocketChannel> channelType;

    private NettyResources(int threads, ByteBudget budget) {
        boolean epoll = Epoll.isAvailable();
        IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        this.group = new MultiThreadIoEventLoopGroup(threads, named("kmirrord-net-"), io);
        this.channelType = epoll ? EpollSocketChannel.class : NioSocketChannel.class;
        this.resolvers = Executors.newFixedThreadPool(RESOLVER_THREADS, named("kmirrord-dns-"));
        this.allocator = new PooledByteBufAllocator(
                true,
                0,
                threads,
                PAGE_BYTES,
                CHUNK_ORDER,
                PooledByteBufAllocator.defaultSmallCacheSize(),
                PooledByteBufAllocator.defaultNormalCacheSize(),
                false);
        this.budget = budget;
    }

    /**
     * Starts the threads.
     *
     * @param threads event loops, 1 or more
     * @param fetchMemoryBytes limit of the budget, above 0; a fetch larger than it is refused
     */
    public static NettyResources start(int threads, long fetchMemoryBytes) {
        if (threads < 1) {
            throw new IllegalArgumentException(threads + " network threads; accepted: 1 or more");
        }
        return new NettyResources(threads, new ByteBudget(fetchMemoryBytes));
    }

    private static ThreadFactory named(String prefix) {
        AtomicInteger next = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + next.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public FetchBudget budget() {
        return budget;
    }

    /** The budget, to reserve from. */
    public ByteBudget byteBudget() {
        return budget;
    }

    /** The loop for the next connection. */
    public EventLoop nextLoop() {
        return group.next();
    }

    Executor resolvers() {
        return resolvers;
    }

    /** A connection to be made on a loop. */
    Bootstrap bootstrap(EventLoop loop, int connectTimeoutMs) {
        return new Bootstrap()
                .group(loop)
                .channel(channelType)
                .option(ChannelOption.ALLOCATOR, allocator)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectTimeoutMs);
    }

    @Override
    public void close() {
        resolvers.shutdownNow();
        group.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
