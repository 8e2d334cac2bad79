// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.Response.EpochEntry;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What APPEND and BEGIN take and what they refuse, at one broker that is its own controller. */
final class AppendIT {
    private static final int NODE = 1;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static BridgeCluster bridges;

    @BeforeAll
    static void start() {
        bridges = BridgeCluster.start(CLUSTERS, "append", KafkaCluster.builder());
    }

    private static MirrorTopic begun(String name) throws BridgeException {
        MirrorTopic topic = MirrorTopic.create(bridges, name, 1, Map.of("segment.bytes", "1048576"));
        topic.begin();
        return topic;
    }

    @Test
    void f14OfTwoTokensTheNewerWins() throws BridgeException {
        MirrorTopic topic = MirrorTopic.create(bridges, "two-tokens");
        Request.Begin begin = new Request.Begin(topic.ref(), topic.partition(), MirrorTopic.FIRST_EPOCH, -1);
        long sleeper = bridges.call(NODE, begin, Response.Begun.class).token();
        long owner = bridges.call(NODE, begin, Response.Begun.class).token();
        ByteBuffer batch = Batches.plain(0, 1, 1, "x");
        assertThat(bridges.refusal(NODE, new Request.Append(topic.ref(), topic.partition(), sleeper, 0, batch))
                        .code())
                .isEqualTo(ErrorCode.TOKEN_DEAD);
        assertThat(bridges.call(
                                NODE,
                                new Request.Append(topic.ref(), topic.partition(), owner, 0, batch),
                                Response.Appended.class)
                        .logEndOffset())
                .isEqualTo(1);
        assertThat(bridges.refusal(NODE, new Request.Append(topic.ref(), topic.partition(), 0, 1, batch))
                        .code())
                .isEqualTo(ErrorCode.TOKEN_DEAD);
    }

    @Test
    void f14ATokenDiesWithCutRestartStopAndEpoch() throws BridgeException {
        MirrorTopic topic = begun("token-deaths");
        topic.append(0, Batches.plain(0, 2, 1, "x"), Batches.plain(2, 2, 1, "y"));
        topic.truncate(2, 1);
        assertDead(topic, 2);
        topic.restartAt(7);
        assertDead(topic, 7);
        topic.ensureEpoch(30);
        assertDead(topic, 7);
        topic.phase(Phase.STOPPING, -1);
        assertThat(topic.refusedAppend(7, Batches.plain(7, 1, 2, "z")).code())
                .as("the token lives, the fence does not let it")
                .isEqualTo(ErrorCode.FENCE_MISMATCH);
        bridges.call(NODE, new Request.ResetMark(topic.ref(), topic.partition(), 30), Response.Marked.class);
        assertThat(topic.refusedAppend(8, Batches.plain(8, 1, 2, "z")).code()).isEqualTo(ErrorCode.TOKEN_DEAD);
        assertThat(bridges.refusal(NODE, new Request.Begin(topic.ref(), topic.partition(), 30, -1))
                        .code())
                .isEqualTo(ErrorCode.FENCE_MISMATCH);
    }

    private static void assertDead(MirrorTopic topic, long end) throws BridgeException {
        ByteBuffer next = Batches.plain(end, 1, 2, "z");
        assertThat(topic.refusedAppend(end, next).code()).isEqualTo(ErrorCode.TOKEN_DEAD);
        assertThat(topic.leaderState().logEndOffset()).isEqualTo(end);
        topic.begin();
    }

    @Test
    void f27OffsetsMustMeetTheEndOfTheLogButForCompactionGaps() throws BridgeException {
        MirrorTopic topic = begun("gaps");
        topic.append(0, Batches.plain(0, 5, 1, "x"));
        BridgeException wrongEnd = topic.refusedAppend(4, Batches.plain(5, 1, 1, "x"));
        assertThat(wrongEnd.code()).isEqualTo(ErrorCode.OFFSET_MISMATCH);
        assertThat(wrongEnd.value()).isEqualTo(5);
        assertThat(topic.refusedAppend(6, Batches.plain(6, 1, 1, "x")).code()).isEqualTo(ErrorCode.OFFSET_MISMATCH);
        assertThat(topic.refusedAppend(5, Batches.plain(3, 2, 1, "x")).code()).isEqualTo(ErrorCode.OFFSET_MISMATCH);
        assertThat(topic.refusedAppend(5, Batches.plain(4, 3, 1, "x")).code())
                .as("the batch straddles the end")
                .isEqualTo(ErrorCode.OFFSET_MISMATCH);
        assertThat(topic.append(5, Batches.plain(9, 2, 1, "gap")).logEndOffset())
                .isEqualTo(11);
    }

    @Test
    void aBatchMayStraddleTheStartOfAnEmptyLog() throws BridgeException {
        MirrorTopic topic = begun("straddle");
        topic.restartAt(50);
        topic.begin();
        assertThat(topic.append(50, Batches.plain(48, 5, 1, "x")).logEndOffset())
                .isEqualTo(53);
        assertThat(topic.leaderState().logStartOffset()).isEqualTo(48);
    }

    @Test
    void epochsMustBeBelowTheLeadersAndNotFall() throws BridgeException {
        MirrorTopic topic = begun("epochs");
        BridgeException high =
                topic.refusedAppend(0, Batches.plain(0, 1, 19, "x"), Batches.plain(1, 1, MirrorTopic.FIRST_EPOCH, "y"));
        assertThat(high.code()).isEqualTo(ErrorCode.EPOCH_TOO_HIGH);
        assertThat(high.value()).isEqualTo(MirrorTopic.FIRST_EPOCH);
        topic.append(0, Batches.plain(0, 1, 19, "x"));
        BridgeException falling = topic.refusedAppend(1, Batches.plain(1, 1, 18, "y"));
        assertThat(falling.code()).isEqualTo(ErrorCode.EPOCH_FALLING);
        assertThat(falling.value()).isEqualTo(19);
        assertThat(topic.leaderState().epochs()).containsExactly(new EpochEntry(19, 0));
    }

    @Test
    void corruptBatchesLeaveNothingBehind() throws BridgeException {
        MirrorTopic topic = begun("corrupt");
        topic.append(0, Batches.plain(0, 1, 1, "x"));
        ByteBuffer flipped = Batches.join(Batches.plain(1, 1, 2, "y"), Batches.plain(2, 1, 3, "z"));
        flipped.put(flipped.limit() - 2, (byte) (flipped.get(flipped.limit() - 2) ^ 1));
        assertThat(topic.refusedAppend(1, flipped).code()).isEqualTo(ErrorCode.CORRUPT);
        ByteBuffer torn = Batches.plain(1, 3, 2, "y");
        assertThat(topic.refusedAppend(1, torn.duplicate().limit(torn.limit() - 1))
                        .code())
                .isEqualTo(ErrorCode.CORRUPT);
        ByteBuffer old = Batches.plain(1, 1, 2, "y");
        old.put(16, (byte) 1);
        assertThat(topic.refusedAppend(1, old).code()).isEqualTo(ErrorCode.OLD_MESSAGE_FORMAT);
        ByteBuffer unknownControl = Batches.of(1, 1, 2, new Batches.Producer(5, (short) 0, 0, true), "y");
        unknownControl.putShort(21, (short) (unknownControl.getShort(21) | 0x20));
        Batches.reseal(unknownControl);
        assertThat(topic.refusedAppend(1, unknownControl).code()).isEqualTo(ErrorCode.CORRUPT);
        Response.PartitionDescription state = topic.leaderState();
        assertThat(state.logEndOffset()).isEqualTo(1);
        assertThat(state.epochs()).containsExactly(new EpochEntry(1, 0));
        assertThat(topic.append(1, Batches.plain(1, 1, 2, "y")).highWatermark()).isEqualTo(2);
    }

    @Test
    void aBatchMustFitASegmentAndAChunkNeedNot() throws BridgeException {
        MirrorTopic topic = begun("large");
        BridgeException large = topic.refusedAppend(0, Batches.large(0, 1, 1_100_000));
        assertThat(large.code()).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(large.value()).isEqualTo(1 << 20);
        assertThat(topic.leaderState().epochs()).isEmpty();
        ByteBuffer[] chunk = new ByteBuffer[7];
        for (int i = 0; i < chunk.length; i++) {
            chunk[i] = Batches.large(i, 1, 400_000);
        }
        assertThat(topic.append(0, chunk).logEndOffset()).isEqualTo(7);
    }

    @Test
    void r2AForeignWriteIsNamedByItsOffset() throws BridgeException {
        MirrorTopic topic = begun("foreign");
        topic.append(0, Batches.plain(0, 3, 4, "x"));
        topic.phase(Phase.STOPPING, -1);
        bridges.call(
                NODE,
                new Request.ResetMark(topic.ref(), topic.partition(), MirrorTopic.FIRST_EPOCH),
                Response.Marked.class);
        MirrorRef next = new MirrorRef("mirror", 2);
        for (Phase phase : List.of(Phase.PREPARING, Phase.MIRRORING)) {
            bridges.write(new Request.PutFence(topic.id(), new Fence("mirror", 2, phase, -1, new TreeMap<>())));
        }
        BridgeException foreign =
                bridges.refusal(NODE, new Request.Begin(next, topic.partition(), MirrorTopic.FIRST_EPOCH, 4));
        assertThat(foreign.code()).isEqualTo(ErrorCode.FOREIGN_WRITE);
        assertThat(foreign.value()).isEqualTo(3);
        bridges.call(
                NODE,
                new Request.Truncate(
                        next,
                        topic.partition(),
                        MirrorTopic.FIRST_EPOCH,
                        3,
                        topic.leaderState().logEndOffset(),
                        5),
                Response.Cut.class);
        bridges.call(
                NODE, new Request.Begin(next, topic.partition(), MirrorTopic.FIRST_EPOCH, 4), Response.Begun.class);
    }

    @Test
    void r8NoOperationTouchesATopicThatIsNotFencedForItsMirror() throws Exception {
        MirrorTopic fenced = begun("fenced");
        fenced.append(0, Batches.plain(0, 2, 1, "x"));
        try (Admin admin = bridges.kafka().admin()) {
            Uuid internal = create(admin, "__mine");
            assertRefused(create(admin, "open"), new MirrorRef("mirror", 1), 0, ErrorCode.NOT_FENCED);
            assertRefused(internal, new MirrorRef("mirror", 1), 0, ErrorCode.INTERNAL_TOPIC);
            assertThat(bridges.refusedByController(
                                    new Request.PutFence(java(internal), fenced.fence(Phase.PREPARING, -1)))
                            .code())
                    .isEqualTo(ErrorCode.INTERNAL_TOPIC);
        }
        Uuid id = new Uuid(fenced.id().getMostSignificantBits(), fenced.id().getLeastSignificantBits());
        int epoch = MirrorTopic.FIRST_EPOCH;
        assertRefused(id, new MirrorRef("other", 1), epoch, ErrorCode.FENCE_MISMATCH);
        assertRefused(id, new MirrorRef("mirror", 2), epoch, ErrorCode.FENCE_MISMATCH);
        assertThat(fenced.leaderState().logEndOffset()).isEqualTo(2);
        assertThat(fenced.leaderState().leaderEpoch()).isEqualTo(epoch);
    }

    private static Uuid create(Admin admin, String name) throws Exception {
        Uuid id = admin.createTopics(List.of(new NewTopic(name, 1, (short) 1)))
                .topicId(name)
                .get();
        TopicIdPartition partition = new TopicIdPartition(java(id), 0);
        BridgeCluster.until(
                "leader of " + name,
                () ->
                        bridges
                                .call(NODE, new Request.Describe(List.of(partition)), Response.Description.class)
                                .partitions()
                                .stream()
                                .anyMatch(Response.PartitionDescription::leader));
        return id;
    }

    private static UUID java(Uuid id) {
        return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    private static void assertRefused(Uuid id, MirrorRef ref, int epoch, ErrorCode code) {
        TopicIdPartition partition = new TopicIdPartition(java(id), 0);
        for (Request request : List.of(
                new Request.Begin(ref, partition, epoch, -1),
                new Request.Truncate(ref, partition, epoch, 0, 0, 99),
                new Request.RestartAt(ref, partition, epoch, 0, 0, 1_000),
                new Request.SetLogStart(ref, partition, epoch, 0),
                new Request.AbortOpen(ref, partition, epoch),
                new Request.ResetMark(ref, partition, epoch),
                new Request.EnsureEpoch(ref, java(id), Map.of(0, 99)))) {
            assertThat(bridges.refusal(NODE, request).code())
                    .as(request.toString())
                    .isEqualTo(code);
        }
    }

    @Test
    void n7AppendsCountAsBytesAndMessagesIn() throws Exception {
        MirrorTopic topic = begun("meters");
        ByteBuffer batch = Batches.plain(0, 9, 1, "x");
        topic.append(0, batch);
        try (BrokerMeters meters = BrokerMeters.of(bridges.kafka().node(NODE).pid())) {
            assertThat(meters.count("BytesInPerSec", "meters")).isEqualTo(batch.remaining());
            assertThat(meters.count("MessagesInPerSec", "meters")).isEqualTo(9);
        }
    }

    @Test
    void readsComeInWholeBatchesAndAreBounded() throws BridgeException {
        MirrorTopic topic = begun("read");
        ByteBuffer first = Batches.plain(0, 5, 1, "x");
        ByteBuffer second = Batches.plain(5, 5, 1, "y");
        topic.append(0, first, second);
        assertThat(read(topic, 0, 1)).as("at least one batch").isEqualTo(first);
        assertThat(read(topic, 3, first.remaining() + 10)).isEqualTo(first);
        assertThat(read(topic, 2, 1 << 20)).isEqualTo(Batches.join(first, second));
        assertThat(read(topic, 10, 1 << 20).remaining()).isZero();
        assertThat(bridges.refusal(NODE, new Request.Read(topic.partition(), 11, 1))
                        .code())
                .isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    private static ByteBuffer read(MirrorTopic topic, long offset, int maxBytes) throws BridgeException {
        return bridges.call(NODE, new Request.Read(topic.partition(), offset, maxBytes), Response.Records.class)
                .records();
    }

    @Test
    void theLogStartNeverPassesTheHighWatermark() throws BridgeException {
        MirrorTopic topic = MirrorTopic.create(bridges, "log-start", 1, Map.of("cleanup.policy", "compact"));
        topic.begin();
        topic.append(0, Batches.plain(0, 5, 1, "x"));
        BridgeException above = bridges.refusal(NODE, setLogStart(topic, 6));
        assertThat(above.code()).isEqualTo(ErrorCode.ABOVE_HIGH_WATERMARK);
        assertThat(above.value()).isEqualTo(5);
        assertThat(bridges.call(NODE, setLogStart(topic, 4), Response.LogStart.class)
                        .logStartOffset())
                .isEqualTo(4);
        assertThat(bridges.call(NODE, setLogStart(topic, 2), Response.LogStart.class)
                        .logStartOffset())
                .as("never lower")
                .isEqualTo(4);
    }

    private static Request.SetLogStart setLogStart(MirrorTopic topic, long offset) {
        return new Request.SetLogStart(topic.ref(), topic.partition(), MirrorTopic.FIRST_EPOCH, offset);
    }

    @Test
    void anUnknownTopicAndAnotherLeadershipAreTold() throws BridgeException {
        TopicIdPartition unknown = new TopicIdPartition(UUID.randomUUID(), 0);
        assertThat(bridges.refusal(NODE, new Request.Begin(new MirrorRef("mirror", 1), unknown, 0, -1))
                        .code())
                .isEqualTo(ErrorCode.UNKNOWN_PARTITION);
        assertThat(bridges.call(NODE, new Request.Describe(List.of(unknown)), Response.Description.class)
                        .partitions())
                .isEmpty();
        MirrorTopic topic = begun("leadership");
        BridgeException fenced = bridges.refusal(NODE, new Request.Begin(topic.ref(), topic.partition(), 19, -1));
        assertThat(fenced.code()).isEqualTo(ErrorCode.FENCED_LEADER_EPOCH);
        assertThat(fenced.value()).isEqualTo(MirrorTopic.FIRST_EPOCH);
    }
}
