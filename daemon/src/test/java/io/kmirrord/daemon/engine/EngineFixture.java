// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.daemon.bridge.Leadership;
import io.kmirrord.daemon.copy.Limits;
import io.kmirrord.daemon.fake.FakeBridge;
import io.kmirrord.daemon.fake.FakeSource;
import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.daemon.fake.RecordedStates;
import io.kmirrord.daemon.metrics.EngineMetrics;
import io.kmirrord.daemon.salvage.SalvageStore;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.protocol.AddressMap;
import io.kmirrord.protocol.Backoff;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.settings.SourceSettings;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.testkit.process.Poll;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** An engine between a state topic, a bridge, a controller and a source in memory, for one topic of one partition. */
final class EngineFixture implements EngineMetrics, AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    static final UUID ID = new UUID(1, 2);
    static final PartitionId PARTITION = new PartitionId("m", ID, 0);
    static final TopicIdPartition NAME = new TopicIdPartition(ID, 0);

    final FakeStateTopic topic = new FakeStateTopic();
    final FakeBridge bridge = new FakeBridge();
    final FakeSource source = new FakeSource();
    /** Settings with which a client of the source was made. */
    final List<SourceSettings> clients = new CopyOnWriteArrayList<>();

    /** The cluster that each of these may listen to. */
    final List<String> onlyClusters = new CopyOnWriteArrayList<>();

    final List<RecordValue.Request> asked = new CopyOnWriteArrayList<>();
    final List<TopicPartition> settled = new CopyOnWriteArrayList<>();
    final List<String> forgotten = new CopyOnWriteArrayList<>();
    final List<FailureCode> failures = new CopyOnWriteArrayList<>();
    /** What the disk of the salvages takes. */
    final AtomicLong freeBytes = new AtomicLong(1L << 40);

    final AtomicInteger salvaged = new AtomicInteger();
    private final EventQueue node = new EventQueue("kmirrord-node");
    private final Engine engine;

    EngineFixture(Path salvage) {
        engine = new Engine(
                new EngineParts(
                        node,
                        bridge,
                        topic,
                        topic,
                        StateTopicConfig.of("127.0.0.1:1"),
                        (mirror, request) -> served(request),
                        (mirror, partition) -> settled(partition),
                        (mirror, settings, clusterId) -> client(settings, clusterId),
                        new Limits(2, 1 << 20, new Backoff(Duration.ofMillis(10), Duration.ofMillis(50)), 3),
                        new FetchOptions(500, 1, 1 << 20),
                        300,
                        new SalvageStore(
                                salvage, new SalvageStore.Owner(1, "host-1"), folder -> freeBytes.get(), () -> 7_000),
                        salvaged::incrementAndGet,
                        Runnable::run,
                        System::currentTimeMillis,
                        this,
                        EffectObserver.NONE),
                List.of(new EventQueue("kmirrord-shard-0"), new EventQueue("kmirrord-shard-1")));
        topic.listen(engine);
    }

    private WireClient client(SourceSettings settings, @Nullable String clusterId) {
        if (!settings.addressMap().isEmpty()) {
            // As the daemon's own does.
            AddressMap.parse(settings.addressMap());
        }
        clients.add(settings);
        onlyClusters.add(String.valueOf(clusterId));
        return source;
    }

    private CompletableFuture<Void> settled(TopicPartition partition) {
        settled.add(partition);
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<RecordValue.Outcome> served(RecordValue.Request request) {
        asked.add(request);
        Map<String, String> details = Map.of("stopEpoch", "1048576", "metadataOffset", "-1");
        return CompletableFuture.completedFuture(new RecordValue.Outcome(true, "", 1, 0, details));
    }

    void mirror(int revision, Map<String, String> config) {
        mirror(revision, config, "source");
    }

    void mirror(int revision, Map<String, String> config, @Nullable String sourceClusterId) {
        topic.put(
                new RecordKey.Mirror("m", revision, "op"),
                new RecordValue.Mirror(config, List.of("orders"), List.of(), sourceClusterId, 1, false, 0));
    }

    void deleted(int revision) {
        topic.put(
                new RecordKey.Mirror("m", revision, "op"),
                new RecordValue.Mirror(Map.of(), List.of(), List.of(), "source", 1, true, 0));
    }

    void wish(int revision, Desired desired) {
        topic.put(
                new RecordKey.MirrorTopic("m", "orders", 1, revision, "op"),
                new RecordValue.MirrorTopic(ID, desired, false, false, 0));
    }

    void recorded(StateName state) {
        StateRecord record = RecordedStates.of("m", "orders", ID, 0, 1, state, null);
        topic.put(record.key(), record.value());
    }

    void led(int leaderEpoch) {
        bridge.log(NAME).leaderEpoch(leaderEpoch);
        node.post(() -> engine.leaderships(List.of(new Leadership(NAME, "orders", leaderEpoch))));
    }

    Optional<Recorded> state() {
        return topic.ask(view -> view.partition(PARTITION));
    }

    @Nullable
    ActorStatus actor() {
        return engine.statuses().join().stream().findFirst().orElse(null);
    }

    void await(StateName state) {
        await(() -> state().filter(recorded -> recorded.state() == state).isPresent());
    }

    void await(BooleanSupplier condition) {
        assertThat(Poll.until(DEADLINE, condition))
                .as("in time; state %s, asked %s", state(), asked)
                .isTrue();
    }

    @Override
    public void fetched(String mirror, long bytes) {}

    @Override
    public void appended(String mirror, long bytes, int batches, long nanos) {
        // Counted by nobody here.
    }

    @Override
    public void gap(String mirror, long offsets) {
        // Counted by nobody here.
    }

    @Override
    public void failed(String mirror, FailureCode code) {
        failures.add(code);
    }

    @Override
    public void forget(String mirror) {
        forgotten.add(mirror);
    }

    @Override
    public void close() {
        engine.close();
        node.close();
    }
}
