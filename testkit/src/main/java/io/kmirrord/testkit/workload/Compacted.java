// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A compacted topic after its cleaner has passed: gaps, batches that lost some records, batches of count 0 that are kept
 * for their producer's sake, tombstones, aborted data gone and its marker still there.
 *
 * <p>Segments end by the time of the records, not of the clock: each phase is stamped more than {@code segment.ms} after
 * the one before, and all lie a year ahead, as markers carry the broker's clock and would end a segment of older records.
 * The last phase lies in the active segment, which no cleaner touches. Afterwards the topic is set so that
 * nothing is cleaned any more and both sides of a comparison stand still; brokers before 2.3 cannot be told so.
 */
final class Compacted implements Scenario {

    private static final int PARTITIONS = 2;
    private static final int KEYS = 50;
    private static final Duration AHEAD = Duration.ofDays(365);
    private static final Duration PHASE = Duration.ofMinutes(2);

    @Override
    public TopicPlan plan(WorkloadSpec spec) {
        return new TopicPlan(
                spec.topicPrefix() + "compacted",
                PARTITIONS,
                Map.of(
                        "cleanup.policy", "compact",
                        "segment.ms", Long.toString(PHASE.toMillis() / 2),
                        "min.cleanable.dirty.ratio", "0.01",
                        "min.compaction.lag.ms", "0"));
    }

    @Override
    public void write(ScenarioContext context) {
        long start = context.spec().now().plus(AHEAD).toEpochMilli();
        try (KafkaProducer<byte[], byte[]> main = context.producers().idempotent(Codec.SNAPPY);
                KafkaProducer<byte[], byte[]> plain = context.producers().plain(Codec.NONE, "all")) {
            context.maker().moveTo(start);
            toBeSuperseded(context, main, plain);
            context.maker().moveTo(start + PHASE.toMillis());
            superseding(context, main);
            context.maker().moveTo(start + 2 * PHASE.toMillis());
            long[] active = new long[PARTITIONS];
            for (int partition = 0; partition < PARTITIONS; partition++) {
                active[partition] = context.ledger(partition).end();
                context.write(main, range(context, partition, "active-", 0, 5, true));
            }
            awaitCleaner(context, active);
        }
        context.admin().setConfig(context.plan().name(), "min.compaction.lag.ms", Long.toString(Long.MAX_VALUE));
    }

    private static void toBeSuperseded(
            ScenarioContext context, KafkaProducer<byte[], byte[]> main, KafkaProducer<byte[], byte[]> plain) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            for (int key = 0; key < KEYS; key += 10) {
                context.write(main, range(context, partition, "key-", key, key + 10, true));
            }
            // Nothing of it survives and no producer needs it: the whole batch becomes a gap.
            context.write(plain, range(context, partition, "key-", 0, 10, true));
            // Nothing of it survives, but it is the last one of its producer: it stays with a count of 0.
            try (KafkaProducer<byte[], byte[]> last = context.producers().idempotent(Codec.GZIP)) {
                context.write(last, range(context, partition, "key-", 10, 20, true));
            }
            String id = context.transactionalId("p" + partition);
            try (KafkaProducer<byte[], byte[]> txn = context.producers().transactional(Codec.NONE, id)) {
                context.transaction(txn, true, range(context, partition, "key-", 20, 30, true));
                context.transaction(txn, false, range(context, partition, "aborted-", 0, 10, true));
            }
        }
    }

    private static void superseding(ScenarioContext context, KafkaProducer<byte[], byte[]> main) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            context.write(main, range(context, partition, "key-", 0, 25, true));
            context.write(main, range(context, partition, "key-", 40, 45, false));
        }
    }

    private static void awaitCleaner(ScenarioContext context, long[] active) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            context.awaitCleaned(partition, active[partition]);
        }
    }

    private static List<ProducerRecord<byte[], byte[]>> range(
            ScenarioContext context, int partition, String prefix, int from, int to, boolean withValue) {
        RecordMaker maker = context.maker();
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int i = from; i < to; i++) {
            byte @Nullable [] value = withValue ? maker.bytes(60) : null;
            records.add(maker.record(partition, RecordMaker.key(prefix + i), value));
        }
        return records;
    }
}
