// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.protocol.Endpoint;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.Peer;
import io.kmirrord.protocol.WireException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ConnectionTest {

    private static final Endpoint ADDRESS = new Endpoint("broker", 9092);
    private static final short VERSION = 8;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Connection connection = new Connection(new Peer(3, ADDRESS, ADDRESS), "test", 1 << 20, channel);

    @BeforeEach
    void assemble() {
        channel.freezeTime();
        channel.pipeline().addLast(connection.frames(), connection);
        ApiVersionsResponseData versions = new ApiVersionsResponseData();
        versions.apiKeys()
                .add(new ApiVersionsResponseData.ApiVersion()
                        .setApiKey(ApiMessageType.METADATA.apiKey())
                        .setMinVersion((short) 0)
                        .setMaxVersion(VERSION));
        connection.versions(ApiVersionTable.of(versions));
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private CompletableFuture<MetadataResponseData> ask() {
        return connection.send(new MessageCall<>(
                ApiMessageType.METADATA,
                4,
                version -> new MetadataRequestData(),
                new MetadataResponseData(),
                MetadataResponseData::throttleTimeMs,
                Duration.ofSeconds(30)));
    }

    /** The correlation id of the next request that went out, -1 when there is none. */
    private int sent() {
        ByteBuf request = channel.readOutbound();
        if (request == null) {
            return -1;
        }
        try {
            assertThat(request.readInt()).isEqualTo(request.readableBytes());
            assertThat(request.readShort()).isEqualTo(ApiMessageType.METADATA.apiKey());
            assertThat(request.readShort()).isEqualTo(VERSION);
            return request.readInt();
        } finally {
            request.release();
        }
    }

    private void answer(int correlationId, String clusterId, int throttleTimeMs) {
        MetadataResponseData body =
                new MetadataResponseData().setClusterId(clusterId).setThrottleTimeMs(throttleTimeMs);
        channel.writeInbound(Answers.frame(correlationId, body, VERSION));
    }

    private static WireException error(CompletableFuture<?> future) {
        WireException[] failure = new WireException[1];
        Futures.onDone(future, value -> {}, error -> failure[0] = error);
        assertThat(failure[0]).as("failure of %s", future).isNotNull();
        return failure[0];
    }

    @Test
    void requestsAreSentWithoutWaitingAndAnswersFindThem() {
        CompletableFuture<MetadataResponseData> first = ask();
        CompletableFuture<MetadataResponseData> second = ask();
        assertThat(sent()).isZero();
        assertThat(sent()).isEqualTo(1);
        answer(0, "one", 0);
        assertThat(first.join().clusterId()).isEqualTo("one");
        assertThat(second).isNotDone();
        answer(1, "two", 0);
        assertThat(second.join().clusterId()).isEqualTo("two");
        assertThat(connection.served()).isTrue();
    }

    @Test
    void aWrongCorrelationIdEndsTheConnection() {
        CompletableFuture<MetadataResponseData> asked = ask();
        CompletableFuture<MetadataResponseData> other = ask();
        answer(7, "x", 0);
        assertThat(error(asked)).hasMessageContaining("correlation id 7").hasMessageContaining("expected: 0");
        assertThat(error(other).category()).isEqualTo(ErrorCategory.RETRY);
        assertThat(channel.isOpen()).isFalse();
        assertThat(connection.closed()).isCompleted();
    }

    @Test
    void bytesThatNobodyAskedForEndTheConnection() {
        channel.writeInbound(Unpooled.buffer().writeInt(100));
        assertThat(channel.isOpen()).isFalse();
        assertThat(error(ask())).hasMessageContaining("nothing was asked for");
    }

    @Test
    void anAnswerThatCannotBeReadEndsTheConnection() {
        CompletableFuture<MetadataResponseData> asked = ask();
        channel.writeInbound(
                Unpooled.buffer().writeInt(12).writeInt(0).writeInt(0).writeInt(Integer.MAX_VALUE));
        assertThat(error(asked)).hasMessageContaining("METADATA version 8").hasMessageContaining("cannot be read");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void bytesAfterAnAnswerAreNotIgnored() {
        CompletableFuture<MetadataResponseData> asked = ask();
        ByteBuf frame = Answers.frame(0, new MetadataResponseData(), VERSION);
        frame.setInt(0, frame.getInt(0) + 2);
        channel.writeInbound(frame, Unpooled.wrappedBuffer(new byte[2]));
        assertThat(error(asked)).hasMessageContaining("2 bytes follow the answer");
    }

    @Test
    void withoutAnAnswerInTimeTheConnectionEnds() {
        CompletableFuture<MetadataResponseData> first = ask();
        channel.advanceTimeBy(29, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(first).isNotDone();
        CompletableFuture<MetadataResponseData> second = ask();
        channel.advanceTimeBy(1, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        channel.runPendingTasks();
        assertThat(error(first)).hasMessage("broker 3 at broker:9092 did not answer METADATA within 30000 ms");
        assertThat(error(second).category()).isEqualTo(ErrorCategory.RETRY);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void anAnswerThatKeepsComingIsWaitedFor() {
        CompletableFuture<MetadataResponseData> asked = ask();
        ByteBuf frame = Answers.frame(0, new MetadataResponseData().setClusterId("slow"), VERSION);
        while (frame.isReadable()) {
            channel.advanceTimeBy(20, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
            channel.writeInbound(Unpooled.copiedBuffer(frame.readSlice(Math.min(6, frame.readableBytes()))));
        }
        assertThat(asked.join().clusterId()).isEqualTo("slow");
    }

    @Test
    void anAnswerThatStopsComingIsNot() {
        CompletableFuture<MetadataResponseData> asked = ask();
        ByteBuf frame = Answers.frame(0, new MetadataResponseData(), VERSION);
        channel.writeInbound(Unpooled.copiedBuffer(frame.readSlice(10)));
        for (int i = 0; i < 2; i++) {
            channel.advanceTimeBy(30, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
        }
        channel.runPendingTasks();
        assertThat(error(asked)).hasMessageContaining("did not answer");
    }

    @Test
    void anAnswerInTimeStopsTheClock() {
        CompletableFuture<MetadataResponseData> asked = ask();
        answer(0, "one", 0);
        channel.advanceTimeBy(60, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(asked).isCompleted();
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void nothingIsSentWhileTheSourceThrottles() {
        CompletableFuture<MetadataResponseData> first = ask();
        assertThat(sent()).isZero();
        answer(0, "one", 400);
        assertThat(first).as("the answer itself is not held back").isCompleted();
        CompletableFuture<MetadataResponseData> second = ask();
        channel.advanceTimeBy(399, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        assertThat(sent()).isEqualTo(-1);
        channel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        assertThat(sent()).isEqualTo(1);
        answer(1, "two", 0);
        assertThat(second).isCompleted();
    }

    @Test
    void whatIsHeldBackFailsWithTheConnection() {
        CompletableFuture<MetadataResponseData> first = ask();
        answer(0, "one", 400);
        assertThat(first).isCompleted();
        CompletableFuture<MetadataResponseData> held = ask();
        connection.close();
        channel.runPendingTasks();
        assertThat(error(held).category()).isEqualTo(ErrorCategory.RETRY);
    }

    @Test
    void aRequestThatThePeerIsTooOldForFailsAloneAndForGood() {
        CompletableFuture<MetadataResponseData> byId = connection.send(new MessageCall<>(
                ApiMessageType.METADATA,
                12,
                version -> new MetadataRequestData(),
                new MetadataResponseData(),
                MetadataResponseData::throttleTimeMs,
                Duration.ofSeconds(30)));
        assertThat(error(byId).category()).isEqualTo(ErrorCategory.FATAL);
        assertThat(error(byId)).hasMessageContaining("0 to 8").hasMessageContaining("12 to");
        assertThat(channel.isOpen()).isTrue();
    }
}
