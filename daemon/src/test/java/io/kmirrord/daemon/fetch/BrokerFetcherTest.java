// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.fake.FakeBatch;
import io.kmirrord.daemon.fake.FakeSource;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.FetchPosition;
import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.RecordBatches;
import io.kmirrord.protocol.WireException;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lanes and failures of the fetches from one broker. */
final class BrokerFetcherTest {
    private static final TopicIdPartition HOT = new TopicIdPartition(new Uuid(1, 1), 0, "orders");
    private static final TopicIdPartition COLD = new TopicIdPartition(new Uuid(1, 1), 1, "orders");

    private final FakeSource source = new FakeSource();
    private final EventQueue queue = new EventQueue("kmirrord-shard-0");
    private final AtomicInteger refreshes = new AtomicInteger();
    private final BrokerFetcher fetcher =
            new BrokerFetcher(queue, source, 1, new FetchOptions(500, 1, 1 << 20), refreshes::incrementAndGet);

    @AfterEach
    void close() {
        queue.post(fetcher::close);
        queue.close();
    }

    /** Reads a partition for ever, writing the next batch of it whenever one was read. */
    private final class Reader implements FetchListener {
        final TopicIdPartition partition;
        final boolean endless;
        final AtomicLong next = new AtomicLong();
        final AtomicInteger failures = new AtomicInteger();

        Reader(TopicIdPartition partition, boolean endless) {
            this.partition = partition;
            this.endless = endless;
        }

        void start() {
            queue.post(this::fetch);
        }

        private void fetch() {
            fetcher.fetch(new FetchTarget(new FetchPosition(partition, next.get(), 3, -1, 1000), this));
        }

        void write() {
            source.append(partition.topicPartition(), FakeBatch.of(next.get(), 5, 3));
        }

        @Override
        public void fetched(FetchedPartition answer) {
            var headers = RecordBatches.headers(answer.records());
            answer.close();
            assertThat(headers.get(0).baseOffset()).isEqualTo(next.get());
            next.set(headers.get(headers.size() - 1).nextOffset());
            if (endless) {
                write();
            }
            fetch();
        }

        @Override
        public void failed(WireException problem) {
            failures.incrementAndGet();
        }
    }

    private static void await(BooleanSupplier condition) {
        assertThat(Poll.until(Duration.ofSeconds(20), condition)).isTrue();
    }

    @Test
    void aColdPartitionGetsALaneOfItsOwnAndIsReadWhileAHotOneNeverPauses() {
        Reader hot = new Reader(HOT, true);
        Reader cold = new Reader(COLD, false);
        hot.write();
        hot.start();
        cold.start();
        await(() -> hot.next.get() > 500 && source.fetched().contains(Set.of(COLD)));
        for (int round = 1; round <= 3; round++) {
            cold.write();
            long wanted = 5L * round;
            await(() -> cold.next.get() == wanted);
        }
        long before = hot.next.get();
        await(() -> hot.next.get() > before);
        assertThat(source.openSlices()).isBetween(0, 2);
    }

    @Test
    void oneFailedRequestIsMendedUnseenAndASecondInARowIsTold() {
        Reader reader = new Reader(COLD, false);
        source.failNext(1);
        reader.start();
        reader.write();
        await(() -> reader.next.get() == 5);
        assertThat(reader.failures.get()).isZero();
        source.failNext(Integer.MAX_VALUE);
        reader.write();
        await(() -> reader.failures.get() == 1);
        assertThat(refreshes.get()).isGreaterThanOrEqualTo(2);
        assertThat(size()).as("the target is done").isZero();
    }

    @Test
    void whatIsStoppedIsNotToldAndItsAnswerIsGivenBack() {
        Reader reader = new Reader(COLD, false);
        reader.start();
        await(() -> source.fetched().contains(Set.of(COLD)));
        queue.post(() -> {
            reader.write();
            fetcher.stop(COLD);
        });
        await(() -> source.openSlices() == 0 && size() == 0);
        assertThat(reader.next.get()).isZero();
    }

    private int size() {
        CompletableFuture<Integer> size = new CompletableFuture<>();
        queue.post(() -> size.complete(fetcher.size()));
        return size.join();
    }
}
