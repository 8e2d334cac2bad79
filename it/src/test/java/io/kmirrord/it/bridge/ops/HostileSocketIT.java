// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.FrameHeader;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Bystander;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Hostile input on the socket of a real broker, with a mirror and a client of another topic under way: a typed error
 * or a closed connection, and nothing else. What the socket's server does in detail is tested beside it.
 */
@Timeout(240)
final class HostileSocketIT {
    private static final int NODE = 1;
    private static final int MAX_CONNECTIONS = 20;
    private static final int MAX_FRAME_BYTES = 1 << 20;
    private static final int ROUNDS = 300;
    /** The bridge's own lines about bad peers are limited to one per kind and minute. */
    private static final int MAX_LINES = 10;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static BridgeCluster cluster;
    private static MirrorTopic topic;
    private static Bystander bystander;
    private static Path socket;

    private final Random random = new Random(7);
    private State before;
    private int linesBefore;
    private int sentBefore;

    /** All that a request could change. */
    private record State(
            Map<UUID, Fence> fences,
            Set<String> topics,
            int leaderEpoch,
            long logStart,
            long logEnd,
            long highWatermark,
            List<Response.OpenTransaction> open) {

        static State now() throws Exception {
            return of(topic);
        }

        static State of(MirrorTopic topic) throws Exception {
            Response.Description description =
                    cluster.call(NODE, new Request.Describe(List.of(topic.partition())), Response.Description.class);
            Response.PartitionDescription replica = description.partitions().get(0);
            return new State(
                    description.fences(),
                    cluster.admin().listTopics().names().get(30, TimeUnit.SECONDS),
                    replica.leaderEpoch(),
                    replica.logStartOffset(),
                    replica.logEndOffset(),
                    replica.highWatermark(),
                    replica.openTransactions());
        }
    }

    @BeforeAll
    static void start() throws Exception {
        cluster = BridgeCluster.start(
                CLUSTERS,
                "hostile",
                KafkaCluster.builder(),
                Map.of(
                        "disk.floor.bytes",
                        "0",
                        "frame.timeout.ms",
                        "2000",
                        "max.connections",
                        Integer.toString(MAX_CONNECTIONS),
                        "max.frame.bytes",
                        Integer.toString(MAX_FRAME_BYTES)));
        socket = cluster.socket(NODE);
        topic = MirrorTopic.create(cluster, "mirrored");
        topic.begin();
        topic.append(0, Batches.plain(0, 3, 1, "x"));
        topic.awaitHighWatermark(3);
        cluster.admin()
                .createTopics(List.of(new NewTopic("open", 1, (short) 1)))
                .all()
                .get(30, TimeUnit.SECONDS);
        bystander = CLUSTERS.manage(new Bystander(cluster.kafka().bootstrapServers(), "open"));
        BridgeCluster.until("the bystander writes", () -> bystander.sent() > 0);
    }

    @BeforeEach
    void remember() throws Exception {
        before = State.now();
        linesBefore = lines().size();
        sentBefore = bystander.sent();
    }

    @AfterEach
    void nothingHappened() throws Exception {
        assertThat(State.now()).isEqualTo(before);
        try (RawSocket peer = RawSocket.greeted(socket)) {
            assertThat(peer.write(RawSocket.frame(1, 2, new Request.Describe(List.of())))
                            .answer())
                    .containsInstanceOf(Response.Description.class);
        }
        BridgeCluster.until("the bystander writes on", () -> bystander.sent() > sentBefore + 10);
        assertThat(bystander.failure()).isNull();
        awaitReadable(bystander.sent());
        List<String> since = lines().subList(linesBefore, lines().size());
        assertThat(since)
                .filteredOn(line -> !line.contains("(io.kmirrord.bridge"))
                .noneMatch(line -> line.contains("] ERROR ")
                        || line.contains("] FATAL ")
                        || line.contains("Exception")
                        || line.startsWith("\tat "));
        assertThat(since).noneMatch(line -> line.contains("io.kmirrord.bridge.audit"));
        assertThat(since)
                .filteredOn(line -> line.contains("(io.kmirrord.bridge"))
                .hasSizeLessThan(MAX_LINES);
    }

    @Test
    void randomBytesAreRefusedOrClosed() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            try (RawSocket peer = i % 2 == 0 ? new RawSocket(socket) : RawSocket.greeted(socket)) {
                assertRefusedOrClosed(peer.write(noise()).end());
            }
        }
    }

    @Test
    void randomBodiesOfEveryRequestAreRefused() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            try (RawSocket peer = RawSocket.greeted(socket)) {
                byte[] body = noise();
                int type = 1 + i % 25;
                peer.write(RawSocket.header(FrameHeader.BYTES - Integer.BYTES + body.length, 1, type));
                assertThat(peer.write(body).answer()).as("type " + type).containsInstanceOf(Response.Refused.class);
            }
        }
    }

    /** The control of this test: what is refused below in pieces does change something as a whole. */
    @Test
    void wholeFramesOfAnAllowedPeerHaveAnEffect() throws Exception {
        MirrorTopic control = MirrorTopic.create(cluster, "control");
        control.begin();
        control.append(0, Batches.plain(0, 3, 1, "x"));
        control.awaitHighWatermark(3);
        State untouched = State.of(control);
        for (Request request : withEffect(control, "control-2").subList(4, 7)) {
            try (RawSocket peer = RawSocket.greeted(socket)) {
                assertThat(peer.write(RawSocket.frame(1, 5, request)).answer())
                        .containsInstanceOf(Response.Written.class);
            }
        }
        BridgeCluster.until("all that is looked at has changed", () -> {
            State changed = State.of(control);
            return !changed.fences().equals(untouched.fences())
                    && !changed.topics().equals(untouched.topics())
                    && changed.leaderEpoch() != untouched.leaderEpoch();
        });
        remember();
    }

    @Test
    void framesOfAnotherVersionAreToldAndClosed() throws Exception {
        for (Request request : withEffect(topic, "smuggled")) {
            try (RawSocket peer = RawSocket.greeted(socket)) {
                peer.write(RawSocket.frame(9, 5, request));
                assertRefusedAndClosed(peer, ErrorCode.UNSUPPORTED_VERSION);
            }
        }
    }

    @Test
    void requestsBeforeHelloAreToldAndClosed() throws Exception {
        for (Request request : withEffect(topic, "smuggled")) {
            try (RawSocket peer = new RawSocket(socket)) {
                peer.write(RawSocket.frame(1, 5, request));
                assertRefusedAndClosed(peer, ErrorCode.INVALID_REQUEST);
            }
        }
    }

    @Test
    void truncatedFramesHaveNoEffect() throws Exception {
        for (Request request : withEffect(topic, "smuggled")) {
            byte[] whole = RawSocket.frame(1, 5, request);
            for (int length = 1; length < whole.length; length += Math.max(1, whole.length / 20)) {
                try (RawSocket peer = RawSocket.greeted(socket)) {
                    assertRefusedOrClosed(
                            peer.write(Arrays.copyOf(whole, length)).end());
                }
            }
            try (RawSocket peer = RawSocket.greeted(socket)) {
                peer.write(Arrays.copyOf(whole, whole.length - 1));
                assertThat(peer.answer()).as("of a peer that stalls").isEmpty();
            }
        }
    }

    @Test
    void oversizedAndNegativeLengthsAreToldAndClosed() throws Exception {
        for (int length : new int[] {MAX_FRAME_BYTES - 3, Integer.MAX_VALUE}) {
            try (RawSocket peer = RawSocket.greeted(socket)) {
                peer.write(RawSocket.header(length, 1, 5)).write(noise());
                assertRefusedAndClosed(peer, ErrorCode.FRAME_TOO_LARGE);
            }
        }
        for (int length : new int[] {Integer.MIN_VALUE, -1, 0, 11}) {
            try (RawSocket peer = RawSocket.greeted(socket)) {
                peer.write(RawSocket.header(length, 1, 5));
                assertRefusedAndClosed(peer, ErrorCode.MALFORMED);
            }
        }
    }

    @Test
    void aCrowdIsToldWhyAndKeepsNobodyOut() throws Exception {
        List<RawSocket> crowd = new ArrayList<>();
        int told = 0;
        try {
            for (int i = 0; i < 10 * MAX_CONNECTIONS; i++) {
                RawSocket peer = new RawSocket(socket);
                crowd.add(peer);
                peer.write(RawSocket.frame(1, 1, new Request.Hello(1, 1, "crowd")));
                if (peer.answer().orElseThrow() instanceof Response.Refused refused) {
                    assertThat(refused.code()).isEqualTo(ErrorCode.OVERLOADED);
                    told++;
                }
            }
            assertThat(told).isBetween(9 * MAX_CONNECTIONS, 10 * MAX_CONNECTIONS - 1);
            assertThat(State.now()).as("of who was there before").isEqualTo(before);
        } finally {
            for (RawSocket peer : crowd) {
                peer.close();
            }
        }
    }

    /** Requests of which each would change something that is looked at. */
    private static List<Request> withEffect(MirrorTopic topic, String smuggled) throws Exception {
        int epoch = topic.leaderState().leaderEpoch();
        return List.of(
                topic.appendRequest(3, Batches.plain(3, 2, 1, "smuggled")),
                topic.truncateRequest(1, 2),
                topic.restartRequest(50, 1000),
                new Request.SetLogStart(topic.ref(), topic.partition(), epoch, 2),
                new Request.PutFence(topic.id(), topic.fence(Phase.STOPPING, -1)),
                new Request.EnsureEpoch(topic.ref(), topic.id(), Map.of(0, epoch + 10)),
                new Request.CreateTopic(
                        UUID.randomUUID(),
                        smuggled,
                        1,
                        (short) 1,
                        5,
                        Map.of(),
                        new Fence("smuggler", 1, Phase.MIRRORING, -1, new TreeMap<>())),
                new Request.Begin(new MirrorRef("smuggler", 1), topic.partition(), epoch, -1));
    }

    private byte[] noise() {
        byte[] noise = new byte[1 + random.nextInt(3000)];
        random.nextBytes(noise);
        return noise;
    }

    private static void assertRefusedOrClosed(RawSocket peer) throws Exception {
        assertThat(peer.answer().filter(answer -> !(answer instanceof Response.Refused)))
                .isEmpty();
    }

    private static void assertRefusedAndClosed(RawSocket peer, ErrorCode code) throws Exception {
        assertThat(peer.answer().orElseThrow())
                .isInstanceOfSatisfying(
                        Response.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo(code));
        assertThat(peer.answer()).isEmpty();
    }

    private static List<String> lines() throws Exception {
        return Files.readAllLines(cluster.kafka().node(NODE).logFile());
    }

    /** Reads the open topic from its start up to an end. */
    private static void awaitReadable(long end) {
        Map<String, Object> config = Map.of("bootstrap.servers", cluster.kafka().bootstrapServers());
        TopicPartition open = new TopicPartition("open", 0);
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(open));
            consumer.seekToBeginning(List.of(open));
            long[] records = {0};
            BridgeCluster.until(end + " records", () -> {
                records[0] += consumer.poll(Duration.ofMillis(200)).count();
                return records[0] >= end;
            });
        }
    }
}
