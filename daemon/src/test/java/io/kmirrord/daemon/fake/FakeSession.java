// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.protocol.FetchPosition;
import io.kmirrord.protocol.FetchResult;
import io.kmirrord.protocol.FetchSession;
import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.WireException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/** A session that answers as soon as there is data or an error, as long as a request is open. Locked by its source. */
final class FakeSession implements FetchSession {
    private final FakeSource source;
    private final int brokerId;
    private final Map<TopicIdPartition, FetchPosition> positions = new LinkedHashMap<>();
    private @Nullable CompletableFuture<FetchResult> waiting;

    FakeSession(FakeSource source, int brokerId) {
        this.source = source;
        this.brokerId = brokerId;
    }

    @Override
    public int brokerId() {
        return brokerId;
    }

    @Override
    public CompletableFuture<FetchResult> fetch(
            Collection<FetchPosition> changed, Collection<TopicIdPartition> removed) {
        synchronized (source) {
            if (waiting != null) {
                throw new IllegalStateException("the last fetch has not completed yet");
            }
            removed.forEach(positions::remove);
            changed.forEach(position -> {
                positions.remove(position.partition());
                positions.put(position.partition(), position);
            });
            CompletableFuture<FetchResult> future = new CompletableFuture<>();
            if (source.takeFailure()) {
                future.completeExceptionally(new WireException(Errors.NETWORK_EXCEPTION, "broken off"));
                return future;
            }
            waiting = future;
            wake();
            return future;
        }
    }

    /** The request under way fails, if failures are due. */
    void breakOff() {
        synchronized (source) {
            if (waiting != null && source.takeFailure()) {
                close();
            }
        }
    }

    Set<TopicIdPartition> asked() {
        return waiting == null ? Set.of() : Set.copyOf(positions.keySet());
    }

    /** Answers the open request if there is something to tell. */
    void wake() {
        synchronized (source) {
            CompletableFuture<FetchResult> open = waiting;
            if (open == null) {
                return;
            }
            List<FetchedPartition> answers = new ArrayList<>();
            positions.values().forEach(position -> answer(position, answers));
            if (!answers.isEmpty()) {
                waiting = null;
                open.complete(new Result(List.copyOf(answers)));
            }
        }
    }

    private void answer(FetchPosition position, List<FetchedPartition> answers) {
        var partition = position.partition().topicPartition();
        long start = source.start(partition);
        long end = source.end(partition);
        if (position.fetchOffset() < source.denied.getOrDefault(partition, 0L)) {
            answers.add(new FakeFetched(source, position, Errors.TOPIC_AUTHORIZATION_FAILED, -1, -1, new byte[0]));
            return;
        }
        if (position.fetchOffset() < start || position.fetchOffset() > end) {
            answers.add(new FakeFetched(source, position, Errors.OFFSET_OUT_OF_RANGE, -1, -1, new byte[0]));
            return;
        }
        int bytes = 0;
        List<byte[]> found = new ArrayList<>();
        for (FakeBatch batch : source.logs.getOrDefault(partition, List.of())) {
            if (batch.nextOffset() > position.fetchOffset()
                    && (found.isEmpty() || bytes + batch.size() <= position.maxBytes())) {
                found.add(batch.bytes());
                bytes += batch.size();
            }
        }
        if (!found.isEmpty()) {
            byte[] all = new byte[bytes];
            int at = 0;
            for (byte[] batch : found) {
                System.arraycopy(batch, 0, all, at, batch.length);
                at += batch.length;
            }
            answers.add(new FakeFetched(source, position, Errors.NONE, end, start, all));
        }
    }

    @Override
    public void close() {
        synchronized (source) {
            CompletableFuture<FetchResult> open = waiting;
            waiting = null;
            if (open != null) {
                open.completeExceptionally(new WireException(Errors.NETWORK_EXCEPTION, "closed"));
            }
        }
    }

    private record Result(List<FetchedPartition> partitions) implements FetchResult {
        @Override
        public int sizeInBytes() {
            return partitions.stream()
                    .mapToInt(p -> p.records().readableBytes())
                    .sum();
        }

        @Override
        public void close() {
            for (FetchedPartition partition : partitions) {
                ((FakeFetched) partition).close();
            }
        }
    }
}
