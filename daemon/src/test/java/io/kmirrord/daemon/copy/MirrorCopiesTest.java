// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.daemon.fake.FakeBatch;
import io.kmirrord.daemon.fake.FakeBridge;
import io.kmirrord.daemon.fake.FakeSource;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.daemon.source.SourceView;
import io.kmirrord.protocol.Backoff;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.RecordBatches;
import io.kmirrord.protocol.WireException;
import io.kmirrord.statemachine.Tail;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.testkit.process.Poll;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The copies of a mirror between a source and a bridge in memory. */
final class MirrorCopiesTest {
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final UUID ID = new UUID(1, 2);
    private static final TopicIdPartition P0 = new TopicIdPartition(ID, 0);
    private static final TopicIdPartition P1 = new TopicIdPartition(ID, 1);

    private final FakeSource source = new FakeSource();
    private final FakeBridge bridge = new FakeBridge();
    private final EventQueue queue = new EventQueue("kmirrord-shard-0");
    private final Map<TopicIdPartition, CopyRunner> runners = new ConcurrentHashMap<>();
    private final Map<TopicIdPartition, List<CopyReport>> reports = new ConcurrentHashMap<>();
    private final AtomicLong fetched = new AtomicLong();
    private final AtomicLong metered = new AtomicLong();
    private final AtomicLong refreshes = new AtomicLong();
    /** Of the source, to be completed by the test; none unless it is silent. */
    private final List<CompletableFuture<Void>> answers = new CopyOnWriteArrayList<>();

    private volatile boolean silent;
    private volatile CompletableFuture<LastBatch> tail =
            CompletableFuture.failedFuture(new AssertionError("not asked"));
    private final MirrorCopies copies = new MirrorCopies(
            queue,
            new CopySettings(
                    bridge,
                    source,
                    target -> tail,
                    new Limits(2, 1 << 20, new Backoff(Duration.ofMillis(10), Duration.ofMillis(50)), 3),
                    new FetchOptions(500, 1, 1 << 20),
                    300,
                    refreshes::incrementAndGet,
                    this::answer,
                    new SplittableRandom(1),
                    new Meter()));

    private CompletableFuture<Void> answer() {
        CompletableFuture<Void> one = new CompletableFuture<>();
        if (silent) {
            answers.add(one);
        } else {
            one.complete(null);
        }
        return one;
    }

    private final class Meter implements CopyMeter {
        @Override
        public void fetched(String mirror, long bytes) {
            fetched.addAndGet(bytes);
        }

        @Override
        public void appended(String mirror, long bytes, int batches, long nanos) {
            metered.addAndGet(bytes);
        }
    }

    MirrorCopiesTest() {
        queue.repeat(copies::pollHighWatermarks, Duration.ofMillis(20));
    }

    @AfterEach
    void close() {
        queue.post(copies::close);
        queue.close();
    }

    private void view(UUID id, int epoch) {
        view(id, epoch, true);
    }

    private void view(UUID id, int epoch, boolean kafkaId) {
        Map<Integer, SourceTopic.Partition> partitions = new HashMap<>();
        partitions.put(0, new SourceTopic.Partition(1, epoch));
        partitions.put(1, new SourceTopic.Partition(2, epoch));
        SourceView view = new SourceView(
                Map.of("orders", new SourceTopic("orders", id, kafkaId, partitions)),
                Map.of(),
                Map.of(),
                null,
                "source");
        queue.post(() -> copies.view(view));
    }

    private void led(TopicIdPartition partition, int epoch) {
        CopyRunner.Target target =
                new CopyRunner.Target(new MirrorRef("m", 1), partition, "orders", epoch, -1, "source");
        reports.put(partition, new CopyOnWriteArrayList<>());
        queue.post(() -> runners.put(
                partition,
                copies.start(
                        target,
                        report -> reports.getOrDefault(partition, List.of()).add(report))));
    }

    private CompletableFuture<Void> stop(TopicIdPartition partition) {
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        queue.post(() -> {
            CompletableFuture<Void> unused =
                    copies.stop(Objects.requireNonNull(runners.get(partition))).thenAccept(stopped::complete);
        });
        return stopped;
    }

    private boolean failed(TopicIdPartition partition, FailureCode code) {
        return reports.getOrDefault(partition, List.of()).stream()
                .anyMatch(report -> report instanceof CopyReport.Failed failed
                        && failed.failure().code() == code);
    }

    private static TopicPartition name(TopicIdPartition partition) {
        return new TopicPartition("orders", partition.partition());
    }

    private byte[] fill(TopicIdPartition partition, long from, int batches, int epoch) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < batches; i++) {
            FakeBatch batch = FakeBatch.of(from + 5L * i, 5, epoch);
            source.append(name(partition), batch);
            all.writeBytes(batch.bytes());
        }
        return all.toByteArray();
    }

    private static void await(BooleanSupplier condition) {
        assertThat(Poll.until(DEADLINE, condition)).isTrue();
    }

    private static CompletableFuture<LastBatch> tail(Tail tail, FakeBatch ours) {
        return CompletableFuture.completedFuture(new LastBatch(
                tail,
                RecordBatches.headers(Unpooled.wrappedBuffer(ours.bytes())).get(0),
                false));
    }

    @Test
    void onlyWhereTheSourceHasNoIdsTheLastBatchIsComparedBeforeTheCopyGoesOn() {
        fill(P0, 0, 2, 3);
        view(ID, 5);
        led(P0, 15);
        await(() -> bridge.log(P0).end() == 10);
        fill(P0, 10, 1, 3);
        await(() -> bridge.log(P0).end() == 15);
        tail = CompletableFuture.failedFuture(new IllegalStateException("the source is away"));
        view(ID, 6, false);
        await(() -> refreshes.get() > 0);
        tail = tail(Tail.EQUAL, FakeBatch.of(10, 5, 3));
        fill(P0, 15, 1, 3);
        await(() -> bridge.log(P0).end() == 20);
        tail = tail(Tail.DIFFERENT, FakeBatch.of(15, 5, 3));
        view(ID, 7, false);
        await(() -> failed(P0, FailureCode.SOURCE_TOPIC_RECREATED));
    }

    /** Four batches, up to offset 20. */
    private byte[] copiedWithoutIds() {
        byte[] all = fill(P0, 0, 4, 3);
        view(ID, 5, false);
        led(P0, 15);
        await(() -> bridge.log(P0).end() == 20);
        return all;
    }

    @Test
    void withoutIdsNothingIsAppendedThatDoesNotFollowWhatIsHere() {
        tail = tail(Tail.ABSENT, FakeBatch.of(0, 1, 3));
        byte[] old = copiedWithoutIds();
        fill(P0, 20, 1, 3);
        await(() -> bridge.log(P0).end() == 25);
        long before = refreshes.get();
        tail = tail(Tail.DIFFERENT, FakeBatch.of(20, 5, 3));
        source.recreate(
                name(P0),
                List.of(
                        FakeBatch.of(0, 10, 3),
                        FakeBatch.of(10, 10, 3),
                        FakeBatch.of(20, 6, 3),
                        FakeBatch.of(26, 5, 3)));
        await(() -> failed(P0, FailureCode.SOURCE_TOPIC_RECREATED));
        assertThat(refreshes.get()).isGreaterThan(before);
        assertThat(bridge.log(P0).end()).isEqualTo(25);
        assertThat(Arrays.copyOf(bridge.log(P0).bytes(), old.length)).isEqualTo(old);
        await(() -> source.openSlices() == 0);
    }

    @Test
    void aRightThatIsTakenAwayBetweenTheDataAndItsProofFailsByItsName() {
        tail = tail(Tail.ABSENT, FakeBatch.of(0, 1, 3));
        copiedWithoutIds();
        tail = CompletableFuture.failedFuture(
                new CompletionException(WireException.found(Errors.TOPIC_AUTHORIZATION_FAILED, "not allowed")));
        source.denyBelow(name(P0), 20);
        fill(P0, 20, 1, 3);
        await(() -> failed(P0, FailureCode.SOURCE_UNAUTHORIZED));
        assertThat(bridge.log(P0).end()).isEqualTo(20);
        await(() -> source.openSlices() == 0);
    }

    @Test
    void withoutIdsDataBehindAGapIsAppendedThoughNothingProvesIt() {
        tail = tail(Tail.ABSENT, FakeBatch.of(0, 5, 3));
        copiedWithoutIds();
        source.logStart(name(P0), 20);
        fill(P0, 20, 2, 3);
        await(() -> bridge.log(P0).end() == 30);
    }

    @Test
    void anObstacleFromBeforeTheStartIsBelievedOnlyAfterTheSourceWasAskedAnew() {
        UUID other = new UUID(3, 4);
        byte[] all = fill(P0, 0, 10, 3);
        silent = true;
        view(other, 3);
        led(P0, 13);
        await(() -> answers.size() == 1);
        // The answer to a question from before the start.
        view(other, 4);
        view(ID, 3);
        await(() -> bridge.log(P0).end() == 50);
        assertThat(bridge.log(P0).bytes()).isEqualTo(all);
        assertThat(failed(P0, FailureCode.SOURCE_TOPIC_RECREATED)).isFalse();
        answers.get(0).complete(null);
        view(other, 3);
        await(() -> failed(P0, FailureCode.SOURCE_TOPIC_RECREATED));
        led(P1, 13);
        await(() -> answers.size() == 2);
        assertThat(failed(P1, FailureCode.SOURCE_TOPIC_RECREATED)).isFalse();
        answers.get(1).complete(null);
        await(() -> failed(P1, FailureCode.SOURCE_TOPIC_RECREATED));
    }

    @Test
    void aTopicThatHasRemoteStorageHereFailsUntilItHasNoneAnyMore() {
        fill(P0, 0, 10, 3);
        view(ID, 3);
        led(P0, 13);
        await(() -> bridge.log(P0).end() == 50);
        queue.post(() -> copies.barred(Map.of("orders", Obstacles.remoteStorage("orders"))));
        await(() -> failed(P0, FailureCode.TIERED_STORAGE));
        queue.post(() -> copies.barred(Map.of()));
        byte[] all = fill(P1, 0, 10, 3);
        led(P1, 13);
        await(() -> bridge.log(P1).end() == 50);
        assertThat(bridge.log(P1).bytes()).isEqualTo(all);
        assertThat(failed(P1, FailureCode.TIERED_STORAGE)).isFalse();
    }

    @Test
    void copiesEveryByteOnceAndGivesTheBuffersBack() {
        byte[] all = fill(P0, 0, 200, 3);
        view(ID, 3);
        led(P0, 13);
        await(() -> bridge.log(P0).end() == 1000);
        assertThat(bridge.log(P0).bytes()).isEqualTo(all);
        await(() -> source.openSlices() == 0);
        await(() -> metered.get() == all.length);
        assertThat(fetched.get()).isGreaterThanOrEqualTo(all.length);
    }

    @Test
    void goesOnAtTheEndThatTheLeaderHasWhenTheTokenDies() {
        byte[] all = fill(P0, 0, 200, 3);
        bridge.rule(request -> {
            if (request instanceof Request.Append append
                    && append.expectedEndOffset() > 300
                    && bridge.requests(Request.Begin.class).size() < 3) {
                bridge.log(P0).killToken();
            }
            return null;
        });
        view(ID, 3);
        led(P0, 13);
        await(() -> bridge.log(P0).end() == 1000);
        assertThat(bridge.requests(Request.Begin.class)).hasSize(3);
        assertThat(bridge.log(P0).bytes()).isEqualTo(all);
    }

    @Test
    void oneBadPartitionNeverStopsAnother() {
        fill(P0, 0, 50, 3);
        fill(P1, 0, 50, 3);
        bridge.rule(request ->
                request instanceof Request.Append append && append.partition().equals(P0)
                        ? new BridgeException(ErrorCode.TOO_LARGE, 10, "batch of 101 bytes")
                        : null);
        view(ID, 3);
        led(P0, 13);
        led(P1, 13);
        await(() -> bridge.log(P1).end() == 250 && failed(P0, FailureCode.RECORD_TOO_LARGE));
        assertThat(bridge.log(P0).end()).isZero();
        fill(P1, 250, 50, 3);
        await(() -> bridge.log(P1).end() == 500);
    }

    @Test
    void followsNewDataAfterItCaughtUp() {
        fill(P0, 0, 3, 3);
        view(ID, 3);
        led(P0, 13);
        await(() -> bridge.log(P0).end() == 15);
        fill(P0, 15, 3, 3);
        await(() -> bridge.log(P0).end() == 30);
    }

    @Test
    void anEmptyLogBelowTheSourcesStartIsAGap() {
        fill(P0, 0, 100, 3);
        source.logStart(name(P0), 250);
        view(ID, 3);
        led(P0, 13);
        await(() -> reports.getOrDefault(P0, List.of()).contains(new CopyReport.Gap(0, 250)));
        assertThat(bridge.log(P0).end()).isZero();
    }

    @Test
    void aSourceThatAnswersAsAnotherClusterFailsAndTouchesNothing() {
        fill(P0, 0, 10, 3);
        view(ID, 3);
        CopyRunner.Target target = new CopyRunner.Target(new MirrorRef("m", 1), P0, "orders", 13, -1, "old");
        reports.put(P0, new CopyOnWriteArrayList<>());
        queue.post(() -> copies.start(
                target, report -> reports.getOrDefault(P0, List.of()).add(report)));
        await(() -> failed(P0, FailureCode.SOURCE_OTHER_CLUSTER));
        assertThat(bridge.requests()).isEmpty();
    }

    @Test
    void logStartIsFollowedOnceReplicated() {
        bridge.log(P0).lag(500);
        fill(P0, 0, 100, 3);
        view(ID, 3);
        led(P0, 13);
        await(() -> bridge.log(P0).end() == 500);
        source.logStart(name(P0), 100);
        fill(P0, 500, 1, 3);
        await(() -> bridge.log(P0).end() == 505);
        assertThat(bridge.log(P0).start()).isZero();
        bridge.log(P0).lag(0);
        await(() -> bridge.log(P0).start() == 100);
    }

    @Test
    void anotherTopicIdAtTheSourceFailsAndTouchesNothing() {
        fill(P0, 0, 10, 3);
        view(new UUID(9, 9), 3);
        led(P0, 13);
        await(() -> failed(P0, FailureCode.SOURCE_TOPIC_RECREATED));
        assertThat(bridge.requests()).isEmpty();
    }

    @Test
    void stoppedItAppendsNoMoreAndAnotherGoesOnAtTheEnd() {
        view(ID, 3);
        led(P0, 13);
        fill(P0, 0, 10, 3);
        await(() -> bridge.log(P0).end() == 50);
        stop(P0).join();
        int appends = bridge.requests(Request.Append.class).size();
        fill(P0, 50, 10, 3);
        fill(P1, 0, 1, 3);
        led(P1, 13);
        await(() -> bridge.log(P1).end() == 5);
        assertThat(bridge.requests(Request.Append.class)).hasSize(appends + 1);
        led(P0, 14);
        await(() -> bridge.log(P0).end() == 100);
    }

    @Test
    void anOldMessageFormatFailsThatPartitionAlone() {
        source.append(name(P0), new FakeBatch(0, 5, 3, 40, (byte) 1));
        fill(P1, 0, 10, 3);
        view(ID, 3);
        led(P0, 13);
        led(P1, 13);
        await(() -> bridge.log(P1).end() == 50 && failed(P0, FailureCode.OLD_MESSAGE_FORMAT));
        assertThat(bridge.log(P0).end()).isZero();
        await(() -> source.openSlices() == 0);
    }

    /** Else the counters of a mirror that was deleted would begin anew with its last append. */
    @Test
    void anAppendThatEndsAfterTheCopiesWereClosedIsNotCounted() {
        bridge.rule(request -> {
            if (request instanceof Request.Append) {
                queue.post(copies::close);
            }
            return null;
        });
        fill(P0, 0, 1, 3);
        view(ID, 3);
        led(P0, 13);
        await(() -> bridge.log(P0).end() == 5 && source.openSlices() == 0);
        CompletableFuture<Void> settled = new CompletableFuture<>();
        queue.post(() -> settled.complete(null));
        settled.join();
        assertThat(metered).hasValue(0);
    }
}
