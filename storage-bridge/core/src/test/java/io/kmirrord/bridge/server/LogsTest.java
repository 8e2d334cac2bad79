// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import static io.kmirrord.bridge.server.ServerFixture.append;
import static io.kmirrord.bridge.server.ServerFixture.begin;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.TopicIdPartition;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LogsTest {

    @Test
    void oneLinePerKindAndMinuteWithTheNumberLeftOut() {
        AtomicLong now = new AtomicLong(5);
        LogLimiter limiter = new LogLimiter(LoggerFactory.getLogger(LogsTest.class), now::get);
        assertThat(limiter.admit("peer", "first")).isEqualTo("first");
        for (int i = 0; i < 1000; i++) {
            now.addAndGet(1_000_000);
            assertThat(limiter.admit("peer", "again")).isNull();
        }
        assertThat(limiter.admit("bind", "other")).isEqualTo("other");
        now.addAndGet(TimeUnit.MINUTES.toNanos(1));
        assertThat(limiter.admit("peer", "later")).isEqualTo("later (1000 more since the last such line)");
        now.addAndGet(TimeUnit.MINUTES.toNanos(2));
        assertThat(limiter.admit("peer", "much later")).isEqualTo("much later");
    }

    @Test
    void kindsAreBoundedAndOldOnesForgotten() {
        AtomicLong now = new AtomicLong();
        LogLimiter limiter = new LogLimiter(LoggerFactory.getLogger(LogsTest.class), now::get);
        int admitted = 0;
        for (int i = 0; i < 1000; i++) {
            admitted += limiter.admit("kind " + i, "line") == null ? 0 : 1;
        }
        assertThat(admitted).isEqualTo(256);
        now.addAndGet(TimeUnit.MINUTES.toNanos(1));
        assertThat(limiter.admit("one more", "line")).isEqualTo("line");
    }

    @Test
    void whatAClientSendsCanNotForgeAnAuditLine() {
        MirrorRef ref = new MirrorRef("m\nop=FAKE", 3);
        Request request = new Request.AbortOpen(ref, ServerFixture.partition(1), 4);
        String line = AuditLog.line(new Peer("kafka"), "evil\" outcome=\"OK\r\n", request, "x".repeat(9000), 12);
        assertThat(line).doesNotContain("\n", "\r", "evil\"").startsWith("op=ABORT_OPEN user=kafka client=\"evil' ");
        assertThat(line).contains("generation=3", "leaderEpoch=4", "took_ms=12").hasSizeLessThan(3000);
    }

    @Test
    void readsAndAppendsAreNotAuditedAndEveryOtherOperationIs() {
        Set<Class<?>> quiet = Set.of(
                Request.Hello.class,
                Request.Watch.class,
                Request.Describe.class,
                Request.Append.class,
                Request.Await.class,
                Request.EndOffsetForEpoch.class,
                Request.Read.class);
        MirrorRef ref = new MirrorRef("m", 1);
        TopicIdPartition partition = ServerFixture.partition(0);
        Fence fence = new Fence("m", 1, Phase.PREPARING, -1, new TreeMap<>());
        List<Request> all = List.of(
                new Request.Hello(1, 1, ""),
                new Request.Watch(),
                new Request.Describe(List.of()),
                begin(0),
                append(0, 0, ByteBuffer.allocate(0)),
                new Request.Truncate(ref, partition, 0, 0, 0, 0),
                ServerFixture.restart(0, 0),
                ServerFixture.await(0, 0),
                new Request.EndOffsetForEpoch(partition, 0),
                new Request.Read(partition, 0, 0),
                new Request.SetLogStart(ref, partition, 0, 0),
                new Request.AbortOpen(ref, partition, 0),
                new Request.ResetMark(ref, partition, 0),
                new Request.PutFence(partition.topicId(), fence),
                new Request.MoveFence(partition.topicId(), fence, 1),
                new Request.CreateTopic(partition.topicId(), "t", 1, (short) 1, 0, Map.of(), fence),
                new Request.EnsureEpoch(ref, partition.topicId(), Map.of()),
                new Request.ReserveProducerIds(1));
        assertThat(all).hasSize(Request.class.getPermittedSubclasses().length);
        assertThat(all)
                .allSatisfy(
                        request -> assertThat(AuditLog.covers(request)).isEqualTo(!quiet.contains(request.getClass())));
    }
}
