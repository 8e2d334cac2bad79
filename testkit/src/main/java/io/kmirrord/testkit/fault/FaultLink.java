// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.fault;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * A TCP relay with faults. Its own address on 127.0.0.1 stays for its life, the target may change: later connections go
 * there. Faults set on the link hold for all connections, present and future; those of one {@link LinkConnection} for it
 * alone. Thread-safe.
 */
public final class FaultLink implements AutoCloseable {

    private static final int CONNECT_TIMEOUT_MS = 5_000;
    private static final int HALF_FULL_BYTES = 128 << 10;
    private static final int FULL_BYTES = 256 << 10;

    /** What becomes of new connections. */
    public enum Admission {
        ACCEPT,
        /** Closed at once, in order. */
        CLOSE,
        /** Closed at once with RST. */
        RESET
    }

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Set<LinkConnection> connections = ConcurrentHashMap.newKeySet();
    private final Channel server;
    private volatile InetSocketAddress target;
    private volatile Conditions conditions = Conditions.GOOD;
    private volatile Admission admission = Admission.ACCEPT;

    private FaultLink(InetSocketAddress target) {
        this.target = target;
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(
                        ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(HALF_FULL_BYTES, FULL_BYTES))
                .childHandler(new ChannelInitializer<NioSocketChannel>() {
                    @Override
                    protected void initChannel(NioSocketChannel client) {
                        accept(client);
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly();
        this.server = bound.channel();
    }

    /** Opens a link to a server, which need not listen yet, on a free port. */
    public static FaultLink open(InetSocketAddress target) {
        return new FaultLink(target);
    }

    /** Returns where clients connect. */
    public InetSocketAddress address() {
        return (InetSocketAddress) server.localAddress();
    }

    /** Sends later connections elsewhere. */
    public void target(InetSocketAddress changed) {
        target = changed;
    }

    /** Returns the connections that are open now. */
    public List<LinkConnection> connections() {
        return List.copyOf(connections);
    }

    /** Changes the conditions of all connections, present and future. */
    public synchronized void change(UnaryOperator<Conditions> change) {
        conditions = change.apply(conditions);
        connections.forEach(connection -> connection.change(change));
    }

    /** From now on nothing passes in these directions; connections stay open and new ones are accepted. */
    public void halfOpen(Set<Direction> directions) {
        change(now -> now.withSilent(directions));
    }

    public void admit(Admission changed) {
        admission = changed;
    }

    /** Closes all present connections in order. */
    public void cut() {
        connections.forEach(LinkConnection::cut);
    }

    /** Closes all present connections with RST. */
    public void reset() {
        connections.forEach(LinkConnection::reset);
    }

    /** Ends every fault: all connections pass bytes as they come, new ones are accepted. What was cut stays cut. */
    public void heal() {
        admission = Admission.ACCEPT;
        change(now -> Conditions.GOOD);
    }

    private void accept(NioSocketChannel client) {
        if (admission != Admission.ACCEPT) {
            if (admission == Admission.RESET) {
                LinkConnection.lingerNot(client);
            }
            var unused = client.close();
            return;
        }
        LinkConnection connection = register(client);
        client.pipeline().addLast(connection.toTarget());
        ChannelFuture connecting = new Bootstrap()
                .group(client.eventLoop())
                .channel(NioSocketChannel.class)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(HALF_FULL_BYTES, FULL_BYTES))
                .handler(connection.toClient())
                .connect(target);
        var unused = connecting.addListener(done -> {
            if (done.isSuccess()) {
                connection.connected(connecting.channel());
            } else {
                connection.close();
            }
        });
    }

    private synchronized LinkConnection register(NioSocketChannel client) {
        LinkConnection connection = new LinkConnection(client, conditions, connections::remove);
        connections.add(connection);
        return connection;
    }

    /** Cuts everything and frees the address. */
    @Override
    public void close() {
        server.close().syncUninterruptibly();
        cut();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
