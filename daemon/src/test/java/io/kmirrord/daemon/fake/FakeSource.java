// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.EpochEnd;
import io.kmirrord.protocol.EpochQuery;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.FetchSession;
import io.kmirrord.protocol.ListedOffset;
import io.kmirrord.protocol.OffsetSpec;
import io.kmirrord.protocol.PartitionLeader;
import io.kmirrord.protocol.TopicSelection;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.protocol.WireException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/** A source cluster in memory. Its log per partition is a list of batches. Thread-safe by one lock. */
public final class FakeSource implements WireClient {
    final Map<TopicPartition, List<FakeBatch>> logs = new HashMap<>();
    final Map<TopicPartition, Long> starts = new HashMap<>();
    final Map<TopicPartition, Long> denied = new HashMap<>();
    final List<FakeSession> sessions = new ArrayList<>();
    /** Slices handed out and not closed. */
    final AtomicInteger open = new AtomicInteger();

    private int failing;
    private @Nullable WireException refusal;
    private @Nullable CompletableFuture<ClusterMetadata> held;
    private ClusterMetadata metadata = new ClusterMetadata("source", Map.of(), List.of());

    public synchronized void append(TopicPartition partition, FakeBatch batch) {
        logs.computeIfAbsent(partition, key -> new ArrayList<>()).add(batch);
        sessions.forEach(FakeSession::wake);
    }

    /** Deletes a topic's log and puts another in its place between two requests: nobody who waits is told. */
    public synchronized void recreate(TopicPartition partition, List<FakeBatch> log) {
        starts.remove(partition);
        logs.put(partition, new ArrayList<>(log));
        sessions.forEach(FakeSession::wake);
    }

    public synchronized void logStart(TopicPartition partition, long offset) {
        starts.put(partition, offset);
        List<FakeBatch> log = logs.get(partition);
        if (log != null) {
            log.removeIf(batch -> batch.nextOffset() <= offset);
        }
    }

    /** Fetches below an offset are not authorized from now on, as if the right was taken away after those from there on. */
    public synchronized void denyBelow(TopicPartition partition, long offset) {
        denied.put(partition, offset);
        sessions.forEach(FakeSession::wake);
    }

    public synchronized void metadata(ClusterMetadata answer) {
        metadata = answer;
    }

    /** What metadata is refused with from now on; null: it is answered. */
    public synchronized void refuseMetadata(@Nullable WireException reason) {
        refusal = reason;
    }

    /** The next question for metadata is answered by this future. */
    public synchronized void holdMetadata(CompletableFuture<ClusterMetadata> answer) {
        held = answer;
    }

    /** Whether a question took up what {@link #holdMetadata} was told. */
    public synchronized boolean askedWhatIsHeld() {
        return held == null;
    }

    /** The next fetches of all sessions fail. */
    public synchronized void failNext(int fetches) {
        failing = fetches;
        sessions.forEach(FakeSession::breakOff);
    }

    synchronized boolean takeFailure() {
        if (failing > 0) {
            failing--;
            return true;
        }
        return false;
    }

    /** What each session with an open request is asked for. */
    public synchronized Set<Set<TopicIdPartition>> fetched() {
        Set<Set<TopicIdPartition>> fetched = new HashSet<>();
        sessions.forEach(session -> fetched.add(session.asked()));
        return fetched;
    }

    public int openSlices() {
        return open.get();
    }

    synchronized long end(TopicPartition partition) {
        List<FakeBatch> log = logs.getOrDefault(partition, List.of());
        return log.isEmpty() ? start(partition) : log.get(log.size() - 1).nextOffset();
    }

    synchronized long start(TopicPartition partition) {
        return starts.getOrDefault(partition, 0L);
    }

    @Override
    public synchronized CompletableFuture<ClusterMetadata> metadata(TopicSelection topics) {
        CompletableFuture<ClusterMetadata> kept = held;
        if (kept != null) {
            held = null;
            return kept;
        }
        return refusal == null ? CompletableFuture.completedFuture(metadata) : CompletableFuture.failedFuture(refusal);
    }

    @Override
    public synchronized CompletableFuture<Map<TopicPartition, ListedOffset>> listOffsets(
            Map<TopicPartition, OffsetSpec> partitions, IsolationLevel isolation) {
        Map<TopicPartition, ListedOffset> answer = new HashMap<>();
        partitions.forEach((partition, spec) -> answer.put(
                partition,
                new ListedOffset(Errors.NONE, spec.timestampMs() == -2 ? start(partition) : end(partition), -1, -1)));
        return CompletableFuture.completedFuture(answer);
    }

    @Override
    public synchronized CompletableFuture<Map<TopicPartition, EpochEnd>> endOffsetsForEpoch(
            Map<TopicPartition, EpochQuery> partitions) {
        Map<TopicPartition, EpochEnd> answer = new HashMap<>();
        partitions.forEach((partition, query) -> {
            int epoch = -1;
            long end = -1;
            for (FakeBatch batch : logs.getOrDefault(partition, List.of())) {
                if (batch.epoch() <= query.leaderEpoch()) {
                    epoch = batch.epoch();
                    end = batch.nextOffset();
                }
            }
            answer.put(partition, new EpochEnd(Errors.NONE, epoch, end));
        });
        return CompletableFuture.completedFuture(answer);
    }

    @Override
    public synchronized FetchSession openSession(int brokerId, FetchOptions options) {
        FakeSession session = new FakeSession(this, brokerId);
        sessions.add(session);
        return session;
    }

    @Override
    public Optional<PartitionLeader> leader(TopicPartition partition) {
        return Optional.empty();
    }

    @Override
    public Optional<String> clusterId() {
        return Optional.of("source");
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
