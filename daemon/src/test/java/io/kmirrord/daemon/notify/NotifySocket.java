// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.notify;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollDomainDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.unix.DomainDatagramPacket;
import io.netty.channel.unix.DomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands in for systemd's end of NOTIFY_SOCKET. Linux only. */
final class NotifySocket implements AutoCloseable {
    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    private final List<String> assignments = new CopyOnWriteArrayList<>();
    private final Channel channel;

    NotifySocket(Path path) {
        channel = new Bootstrap()
                .group(group)
                .channel(EpollDomainDatagramChannel.class)
                .handler(new SimpleChannelInboundHandler<DomainDatagramPacket>() {
                    @Override
                    protected void channelRead0(ChannelHandlerContext context, DomainDatagramPacket packet) {
                        assignments.addAll(packet.content()
                                .toString(StandardCharsets.UTF_8)
                                .lines()
                                .toList());
                    }
                })
                .bind(new DomainSocketAddress(path.toString()))
                .syncUninterruptibly()
                .channel();
    }

    /** What arrived so far, in order. */
    List<String> assignments() {
        return List.copyOf(assignments);
    }

    long count(String assignment) {
        return assignments.stream().filter(assignment::equals).count();
    }

    @Override
    public void close() {
        channel.close().syncUninterruptibly();
        group.shutdownGracefully().syncUninterruptibly();
    }
}
