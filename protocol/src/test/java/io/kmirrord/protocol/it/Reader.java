// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.protocol.BatchHeader;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.FetchPosition;
import io.kmirrord.protocol.FetchResult;
import io.kmirrord.protocol.FetchSession;
import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.ListedOffset;
import io.kmirrord.protocol.OffsetSpec;
import io.kmirrord.protocol.PartitionLeader;
import io.kmirrord.protocol.RecordBatches;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.protocol.WireException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.Errors;

/** Reads partitions from their start on and follows leaders, as a user of the client would. Not thread-safe. */
final class Reader implements AutoCloseable {

    private final WireClient client;
    private final FetchOptions options;
    private final int partitionBytes;
    private final Map<TopicIdPartition, FetchPosition> positions = new HashMap<>();
    private final Map<TopicPartition, ByteArrayOutputStream> bytes = new HashMap<>();
    private final Map<Integer, FetchSession> sessions = new HashMap<>();
    private final Map<Integer, Map<TopicIdPartition, FetchPosition>> sent = new HashMap<>();
    private final Map<TopicPartition, Long> starts = new HashMap<>();
    private final List<String> troubles = new ArrayList<>();

    Reader(WireClient client, FetchOptions options, int partitionBytes) {
        this.client = client;
        this.options = options;
        this.partitionBytes = partitionBytes;
    }

    void add(ClusterMetadata.Topic topic) {
        String name = topic.name();
        assertThat(name).isNotNull();
        for (ClusterMetadata.Partition p : topic.partitions()) {
            TopicPartition partition = new TopicPartition(name, p.partition());
            TopicIdPartition key = new TopicIdPartition(topic.id(), partition);
            positions.put(key, new FetchPosition(key, 0, p.leaderEpoch(), -1, partitionBytes));
            bytes.put(partition, new ByteArrayOutputStream());
        }
    }

    /** As {@link #add}, but from where the source's log starts. */
    void addFromLogStart(ClusterMetadata.Topic topic, WireClient offsets) throws Exception {
        add(topic);
        Map<TopicPartition, OffsetSpec> earliest = new HashMap<>();
        topic.partitions()
                .forEach(p -> earliest.put(
                        new TopicPartition(String.valueOf(topic.name()), p.partition()), OffsetSpec.earliest()));
        Map<TopicPartition, ListedOffset> listed =
                offsets.listOffsets(earliest, IsolationLevel.READ_UNCOMMITTED).get(30, TimeUnit.SECONDS);
        positions.replaceAll((key, p) -> {
            ListedOffset start = listed.get(key.topicPartition());
            return start == null ? p : new FetchPosition(key, start.offset(), p.currentLeaderEpoch(), -1, p.maxBytes());
        });
        listed.forEach((partition, start) -> starts.put(partition, start.offset()));
    }

    /** Where reading began. */
    long start(TopicPartition partition) {
        return starts.getOrDefault(partition, 0L);
    }

    /** Asks one broker for everything, whoever leads. */
    void fetchOnceFrom(int broker) throws Exception {
        fetchFrom(broker, positions.keySet());
    }

    /** What was in the way, in order. */
    List<String> troubles() {
        return troubles;
    }

    byte[] bytes(TopicPartition partition) {
        return get(bytes, partition).toByteArray();
    }

    long position(TopicPartition partition) {
        return positions.entrySet().stream()
                .filter(e -> e.getKey().topicPartition().equals(partition))
                .findFirst()
                .orElseThrow()
                .getValue()
                .fetchOffset();
    }

    private static <K, V> V get(Map<K, V> map, K key) {
        return Optional.ofNullable(map.get(key)).orElseThrow();
    }

    /** Fetches until every partition has reached its end, at most for the time given. */
    void readTo(Map<TopicPartition, Long> ends, Duration timeout) throws Exception {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!positions.entrySet().stream()
                .allMatch(
                        e -> e.getValue().fetchOffset() >= get(ends, e.getKey().topicPartition()))) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(
                        "not at the end after " + timeout + ": " + positions.values() + "; on the way: " + troubles);
            }
            round();
        }
    }

    /** One fetch from each leader. */
    void round() throws Exception {
        Map<Integer, Set<TopicIdPartition>> wanted = new HashMap<>();
        for (TopicIdPartition partition : positions.keySet()) {
            Optional<PartitionLeader> leader = client.leader(partition.topicPartition());
            leader.ifPresent(l -> {
                positions.computeIfPresent(partition, (k, p) -> withEpoch(p, l.leaderEpoch()));
                wanted.computeIfAbsent(l.brokerId(), id -> new HashSet<>()).add(partition);
            });
        }
        for (Map.Entry<Integer, Set<TopicIdPartition>> entry : wanted.entrySet()) {
            fetchFrom(entry.getKey(), entry.getValue());
        }
    }

    private static FetchPosition withEpoch(FetchPosition p, int epoch) {
        return new FetchPosition(p.partition(), p.fetchOffset(), epoch, p.lastFetchedEpoch(), p.maxBytes());
    }

    private void fetchFrom(int broker, Set<TopicIdPartition> partitions) throws Exception {
        FetchSession session = sessions.computeIfAbsent(broker, id -> client.openSession(id, options));
        Map<TopicIdPartition, FetchPosition> known = sent.computeIfAbsent(broker, id -> new HashMap<>());
        List<TopicIdPartition> gone = new ArrayList<>(known.keySet());
        gone.removeAll(partitions);
        gone.forEach(known::remove);
        List<FetchPosition> changed = new ArrayList<>();
        for (TopicIdPartition partition : partitions) {
            FetchPosition position = get(positions, partition);
            if (!position.equals(known.put(partition, position))) {
                changed.add(position);
            }
        }
        try (FetchResult result = session.fetch(changed, gone).get(30, TimeUnit.SECONDS)) {
            for (FetchedPartition partition : result.partitions()) {
                take(partition);
            }
        } catch (ExecutionException e) {
            WireException error = e.getCause() instanceof WireException wire ? wire : null;
            if (error == null) {
                throw e;
            }
            assertThat(error.category()).as(error.getMessage()).isNotEqualTo(ErrorCategory.FATAL);
            troubles.add(String.valueOf(error.getMessage()));
        }
    }

    private void take(FetchedPartition fetched) throws IOException {
        TopicIdPartition partition = fetched.position().partition();
        if (fetched.error() != Errors.NONE) {
            assertThat(ErrorCategory.of(fetched.error()))
                    .as(fetched.error().name())
                    .isIn(ErrorCategory.RETRY, ErrorCategory.REFRESH_METADATA);
            troubles.add(partition.topicPartition() + " " + fetched.error());
            return;
        }
        assertThat(fetched.divergingEpoch()).isNull();
        assertThat(fetched.position()).isEqualTo(positions.get(partition));
        List<BatchHeader> batches = RecordBatches.headers(fetched.records());
        for (BatchHeader batch : batches) {
            assertThat(RecordBatches.checksumFits(fetched.records(), batch)).isTrue();
        }
        if (!batches.isEmpty()) {
            BatchHeader last = batches.get(batches.size() - 1);
            fetched.records()
                    .getBytes(
                            fetched.records().readerIndex(),
                            get(bytes, partition.topicPartition()),
                            fetched.records().readableBytes());
            positions.computeIfPresent(
                    partition,
                    (k, p) -> new FetchPosition(
                            k, last.nextOffset(), p.currentLeaderEpoch(), last.leaderEpoch(), p.maxBytes()));
        }
    }

    @Override
    public void close() {
        sessions.values().forEach(FetchSession::close);
    }
}
