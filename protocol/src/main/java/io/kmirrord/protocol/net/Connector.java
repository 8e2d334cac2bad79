// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.kmirrord.protocol.ChannelSecurity;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.Peer;
import io.kmirrord.protocol.WireConfig;
import io.kmirrord.protocol.WireException;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.handler.timeout.IdleStateHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/**
 * Makes one connection: resolve, connect to the addresses in turn, ApiVersions, authenticate, greet. Thread-safe.
 */
final class Connector {

    private final WireConfig config;
    private final NettyResources resources;
    private final Greeting greeting;

    Connector(WireConfig config, NettyResources resources, Greeting greeting) {
        this.config = config;
        this.resources = resources;
        this.greeting = greeting;
    }

    /** Completes on the loop with a connection that is ready for calls, or exceptionally with WireException. */
    CompletableFuture<Connection> connect(Peer peer, EventLoop loop) {
        try {
            return CompletableFuture.supplyAsync(() -> resolve(peer), resources.resolvers())
                    .thenComposeAsync(addresses -> tryInTurn(peer, loop, addresses, 0, new ArrayList<>()), loop)
                    .thenCompose(this::handshake);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(
                    new WireException(ErrorCategory.FATAL, "the network threads have ended", e));
        }
    }

    private List<InetAddress> resolve(Peer peer) {
        try {
            return config.resolver().resolve(peer.reachable().host());
        } catch (UnknownHostException e) {
            throw unreachable(peer, "its name cannot be resolved", e);
        }
    }

    private CompletableFuture<Connection> tryInTurn(
            Peer peer, EventLoop loop, List<InetAddress> addresses, int next, List<String> failures) {
        if (next == addresses.size()) {
            return CompletableFuture.failedFuture(unreachable(peer, String.join("; ", failures), null));
        }
        CompletableFuture<Connection> result = new CompletableFuture<>();
        Connection[] made = new Connection[1];
        ChannelFuture connecting = resources
                .bootstrap(loop, (int) config.connectTimeout().toMillis())
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        made[0] = assemble(channel, peer);
                    }
                })
                .connect(new InetSocketAddress(
                        addresses.get(next), peer.reachable().port()));
        connecting.addListener(done -> {
            if (done.isSuccess()) {
                result.complete(made[0]);
                return;
            }
            failures.add(String.valueOf(done.cause().getMessage()));
            Futures.pipe(tryInTurn(peer, loop, addresses, next + 1, failures), result);
        });
        return result;
    }

    private Connection assemble(Channel channel, Peer peer) {
        Connection connection = new Connection(peer, config.clientId(), config.maxFrameBytes(), channel);
        ChannelPipeline pipeline = channel.pipeline();
        int before = pipeline.names().size();
        config.security().install(pipeline, peer);
        if (pipeline.names().size() == before) {
            channel.config().setRecvByteBufAllocator(new FrameReadAllocator(connection.frames()));
        }
        pipeline.addLast(connection.frames());
        pipeline.addLast(new IdleStateHandler(0, 0, config.idleTimeout().toMillis(), TimeUnit.MILLISECONDS));
        pipeline.addLast(connection);
        return connection;
    }

    private CompletableFuture<Connection> handshake(Connection connection) {
        CompletableFuture<Connection> ready = apiVersions(
                        connection, ApiMessageType.API_VERSIONS.highestSupportedVersion(false), true)
                .thenCompose(answer -> {
                    connection.versions(ApiVersionTable.of(answer));
                    return config.security().authenticate(exchange(connection), connection.peer());
                })
                .thenCompose(authenticated -> greeting.greet(connection))
                .thenApply(greeted -> connection);
        return ready.whenComplete((ok, error) -> {
            if (error != null) {
                connection.close();
            }
        });
    }

    private CompletableFuture<ApiVersionsResponseData> apiVersions(
            Connection connection, short version, boolean mayFallBack) {
        return connection
                .send(new ApiVersionsCall(version, config.requestTimeout()))
                .thenCompose(answer -> {
                    Errors error = Errors.forCode(answer.errorCode());
                    if (error == Errors.NONE) {
                        return CompletableFuture.completedFuture(answer);
                    }
                    if (error == Errors.UNSUPPORTED_VERSION && mayFallBack) {
                        return apiVersions(connection, ApiVersionsCall.fallback(answer), false);
                    }
                    return CompletableFuture.failedFuture(
                            new WireException(error, connection.peer() + " refused API_VERSIONS " + version));
                });
    }

    private ChannelSecurity.Exchange exchange(Connection connection) {
        return request -> connection.send(ExchangeCall.of(request, config.requestTimeout()));
    }

    private static WireException unreachable(Peer peer, String why, @Nullable Throwable cause) {
        String who = peer.brokerId() < 0
                ? "bootstrap address " + peer.advertised()
                : "broker " + peer.brokerId() + " advertises " + peer.advertised();
        String via = peer.advertised().equals(peer.reachable())
                ? ", unreachable from this host (" + why
                        + "). If it has another address here, name that in the address map"
                : ", which the address map leads to " + peer.reachable() + ", unreachable from this host (" + why + ")";
        return new WireException(ErrorCategory.RETRY, who + via, cause);
    }
}
