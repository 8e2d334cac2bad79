// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.kmirrord.protocol.Endpoint;
import io.kmirrord.protocol.net.Answers;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.ApiVersionsResponseData.ApiVersion;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseBroker;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;

/** A server that answers what a test says. Handlers are called on its one thread. */
final class FakeBroker implements AutoCloseable {

    /** A request as it came. */
    record Received(ApiMessageType api, short version, int correlationId, ApiMessage body, Channel channel) {
        void answer(ApiMessage answer) {
            answer(answer, version);
        }

        void answer(ApiMessage answer, int inVersion) {
            var unused = channel.writeAndFlush(Answers.frame(correlationId, answer, (short) inVersion));
        }

        void send(ByteBuf bytes) {
            var unused = channel.writeAndFlush(bytes);
        }

        void disconnect() {
            var unused = channel.close();
        }
    }

    /** Answers a request, or not. */
    interface Script {
        void on(Received request);
    }

    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final Channel server;
    private volatile Script script = this::ordinary;
    private volatile int newestApiVersions = ApiMessageType.API_VERSIONS.highestSupportedVersion(false);
    private volatile String clusterId = "fake-cluster";

    FakeBroker() {
        server = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(new LengthFieldBasedFrameDecoder(1 << 24, 0, 4, 0, 4), new Requests());
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel();
    }

    private final class Requests extends SimpleChannelInboundHandler<ByteBuf> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf frame) {
            ApiMessageType api = ApiMessageType.fromApiKey(frame.getShort(0));
            short version = frame.getShort(2);
            ByteBufferAccessor in = new ByteBufferAccessor(frame.nioBuffer());
            RequestHeaderData header = new RequestHeaderData(in, api.requestHeaderVersion(version));
            ApiMessage body = api.newRequest();
            body.read(in, version);
            Received request = new Received(api, version, header.correlationId(), body, ctx.channel());
            received.add(request);
            script.on(request);
        }
    }

    Endpoint address() {
        return new Endpoint("127.0.0.1", ((InetSocketAddress) server.localAddress()).getPort());
    }

    /** What came, ApiVersions included. */
    List<Received> received(ApiMessageType api) {
        return received.stream().filter(r -> r.api() == api).toList();
    }

    void script(Script changed) {
        script = changed;
    }

    void newestApiVersions(int version) {
        newestApiVersions = version;
    }

    void clusterId(String id) {
        clusterId = id;
    }

    /** ApiVersions and Metadata (this broker, id 1, alone); nothing else is answered. */
    void ordinary(Received request) {
        if (request.api() == ApiMessageType.API_VERSIONS) {
            boolean refused = request.version() > newestApiVersions;
            ApiVersionsResponseData answer = versions();
            answer.setErrorCode(refused ? Errors.UNSUPPORTED_VERSION.code() : 0);
            request.answer(answer, refused ? 0 : request.version());
        } else if (request.api() == ApiMessageType.METADATA) {
            MetadataResponseData answer = new MetadataResponseData().setClusterId(clusterId);
            answer.brokers()
                    .add(new MetadataResponseBroker()
                            .setNodeId(1)
                            .setHost(address().host())
                            .setPort(address().port()));
            request.answer(answer);
        }
    }

    private ApiVersionsResponseData versions() {
        ApiVersionsResponseData answer = new ApiVersionsResponseData();
        for (ApiMessageType api : List.of(
                ApiMessageType.API_VERSIONS,
                ApiMessageType.METADATA,
                ApiMessageType.FETCH,
                ApiMessageType.LIST_OFFSETS,
                ApiMessageType.OFFSET_FOR_LEADER_EPOCH)) {
            short newest =
                    api == ApiMessageType.API_VERSIONS ? (short) newestApiVersions : api.highestSupportedVersion(false);
            answer.apiKeys()
                    .add(new ApiVersion()
                            .setApiKey(api.apiKey())
                            .setMinVersion((short) 0)
                            .setMaxVersion(newest));
        }
        return answer;
    }

    @Override
    public void close() {
        loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
