// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.topics;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.daemon.config.MirrorConfig;
import io.kmirrord.daemon.fake.FakeBridge;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.daemon.source.SourceView;
import io.kmirrord.daemon.source.TopicConfigs;
import io.kmirrord.protocol.Backoff;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The controller's duties against a bridge in memory. */
final class TopicKeeperTest {
    private static final MirrorRef REF = new MirrorRef("m", 4);
    private static final UUID ID = new UUID(1, 2);
    private static final Fence FENCE = new Fence("m", 4, Phase.MIRRORING, -1, new TreeMap<>());

    private final FakeBridge bridge = new FakeBridge();
    private final EventQueue queue = new EventQueue("kmirrord-shard-0");
    private final Map<UUID, Fence> fences = new ConcurrentHashMap<>();
    private final TopicKeeper keeper = new TopicKeeper(
            queue,
            bridge,
            new OneConfig(),
            new MirrorConfig(REF, Set.of("orders"), (short) -1, Map.of("segment.bytes", "1048576")),
            new Backoff(Duration.ofMillis(5), Duration.ofMillis(20)),
            new SplittableRandom(1));

    /** What the source has set on every topic. */
    private static final class OneConfig implements TopicConfigs {
        @Override
        public CompletableFuture<Map<String, String>> ownConfigs(String topic) {
            return CompletableFuture.completedFuture(Map.of(
                    "retention.ms", "1000",
                    "segment.bytes", "5",
                    "remote.storage.enable", "true",
                    "unclean.leader.election.enable", "true",
                    "leader.replication.throttled.replicas", "*"));
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }

    @BeforeEach
    void metadataInMemory() {
        bridge.rule(request -> {
            if (request instanceof Request.Describe) {
                return new Response.Description(1, Map.copyOf(fences), List.of());
            }
            if (request instanceof Request.CreateTopic create) {
                fences.put(create.topicId(), create.fence());
                return new Response.Written(5);
            }
            return request instanceof Request.EnsureEpoch ? new Response.Written(6) : null;
        });
    }

    @AfterEach
    void close() {
        queue.close();
    }

    private void term(int epoch) {
        queue.post(() -> keeper.controllerEpoch(epoch));
    }

    private void view(int epoch0, int epoch1) {
        SourceTopic topic = new SourceTopic(
                "orders",
                ID,
                true,
                Map.of(0, new SourceTopic.Partition(1, epoch0), 1, new SourceTopic.Partition(-1, epoch1)));
        queue.post(() -> keeper.view(new SourceView(Map.of("orders", topic), Map.of(), null)));
    }

    private static void await(BooleanSupplier condition) {
        assertThat(Poll.until(Duration.ofSeconds(10), condition)).isTrue();
    }

    /** Waits until the queue ran everything that follows from what was posted. */
    private void settle() {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        queue.post(() -> queue.post(() -> queue.post(() -> done.complete(true))));
        assertThat(done.join()).isTrue();
    }

    @Test
    void createsAMissingTopicWithIdFenceAndEpochAboveTheSources() {
        term(7);
        view(2, 9);
        await(() -> !bridge.requests(Request.CreateTopic.class).isEmpty());
        Request.CreateTopic create = bridge.requests(Request.CreateTopic.class).get(0);
        assertThat(create)
                .isEqualTo(new Request.CreateTopic(
                        ID,
                        "orders",
                        2,
                        (short) -1,
                        19,
                        Map.of("retention.ms", "1000", "segment.bytes", "1048576"),
                        FENCE));
    }

    @Test
    void doesNothingUnlessTheNodeIsTheActiveController() {
        view(2, 9);
        settle();
        term(7);
        term(-1);
        view(3, 9);
        settle();
        assertThat(bridge.requests(Request.CreateTopic.class)).hasSizeLessThanOrEqualTo(1);
        int before = bridge.requests().size();
        view(30, 90);
        settle();
        assertThat(bridge.requests()).hasSize(before);
    }

    @Test
    @DisplayName("R2: DLE is raised by the step once SLE comes near; a steady state writes nothing")
    void r2KeepsTheHeadroom() {
        fences.put(ID, FENCE);
        term(7);
        view(2, 9);
        await(() -> bridge.requests(Request.EnsureEpoch.class).size() == 1);
        assertThat(bridge.requests(Request.EnsureEpoch.class).get(0).minEpochs())
                .as("what is enough when nothing is known")
                .isEqualTo(Map.of(0, 6, 1, 13));
        settle();
        view(2, 9);
        settle();
        assertThat(bridge.requests(Request.EnsureEpoch.class)).hasSize(1);
        view(3, 9);
        await(() -> bridge.requests(Request.EnsureEpoch.class).size() == 2);
        assertThat(bridge.requests(Request.EnsureEpoch.class).get(1).minEpochs())
                .isEqualTo(Map.of(0, 13));
        assertThat(bridge.requests(Request.CreateTopic.class)).isEmpty();
    }

    @Test
    void aTopicOfAnotherMirrorIsLeftAlone() {
        fences.put(ID, new Fence("other", 1, Phase.MIRRORING, -1, new TreeMap<>()));
        term(7);
        view(2, 9);
        await(() -> !bridge.requests(Request.Describe.class).isEmpty());
        settle();
        assertThat(bridge.requests(Request.CreateTopic.class)).isEmpty();
        assertThat(bridge.requests(Request.EnsureEpoch.class)).isEmpty();
    }

    @Test
    void anExistingNameIsTriedAgainAndNothingIsTouched() {
        bridge.rule(request -> request instanceof Request.Describe
                ? new Response.Description(1, Map.of(), List.of())
                : new BridgeException(ErrorCode.EXISTS, "the name belongs to topic id X"));
        term(7);
        view(2, 9);
        await(() -> bridge.requests(Request.CreateTopic.class).size() > 2);
        assertThat(bridge.requests(Request.EnsureEpoch.class)).isEmpty();
    }

    @Test
    void aPartitionThatIsMissingHereDoesNotHoldUpTheOthers() {
        fences.put(ID, FENCE);
        bridge.rule(request -> {
            if (request instanceof Request.EnsureEpoch ensure
                    && ensure.minEpochs().containsKey(1)) {
                return new BridgeException(ErrorCode.UNKNOWN_PARTITION, "topic 'orders' has no partition 1");
            }
            return request instanceof Request.EnsureEpoch
                    ? new Response.Written(6)
                    : new Response.Description(1, Map.copyOf(fences), List.of());
        });
        term(7);
        view(2, 9);
        await(() -> bridge.requests(Request.EnsureEpoch.class).size() == 3);
        settle();
        view(3, 10);
        await(() -> bridge.requests(Request.EnsureEpoch.class).size() == 4);
        assertThat(bridge.requests(Request.EnsureEpoch.class).get(3).minEpochs())
                .isEqualTo(Map.of(0, 13));
    }
}
