// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import io.kmirrord.testkit.compare.ClusterReader;
import io.kmirrord.testkit.process.Poll;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** What a scenario writes with. Confined to the thread that writes the workload. */
final class ScenarioContext {

    /** Two rounds of a cleaner that looks every 15 s, and time for the work. */
    private static final Duration CLEANER_TIMEOUT = Duration.ofSeconds(90);

    private final WorkloadSpec spec;
    private final TopicPlan plan;
    private final Producers producers;
    private final TopicAdmin admin;
    private final RecordMaker maker;
    private final List<PartitionLedger> ledgers;
    private final ClusterReader reader;

    ScenarioContext(WorkloadSpec spec, TopicPlan plan, Producers producers, TopicAdmin admin, ClusterReader reader) {
        this.reader = reader;
        this.spec = spec;
        this.plan = plan;
        this.producers = producers;
        this.admin = admin;
        this.maker = new RecordMaker(
                plan.name(), spec.seed() ^ plan.name().hashCode(), spec.now().toEpochMilli());
        this.ledgers = IntStream.range(0, plan.partitions())
                .mapToObj(PartitionLedger::new)
                .toList();
    }

    WorkloadSpec spec() {
        return spec;
    }

    TopicPlan plan() {
        return plan;
    }

    Producers producers() {
        return producers;
    }

    TopicAdmin admin() {
        return admin;
    }

    RecordMaker maker() {
        return maker;
    }

    PartitionLedger ledger(int partition) {
        return ledgers.get(partition);
    }

    TopicPartition partition(int partition) {
        return new TopicPartition(plan.name(), partition);
    }

    /** Returns a transactional id that no other scenario or run of another prefix uses. */
    String transactionalId(String suffix) {
        return plan.name() + "-" + suffix;
    }

    /** Writes one batch of some records outside of any transaction. */
    void write(Producer<byte[], byte[]> producer, List<ProducerRecord<byte[], byte[]>> records) {
        Batch.send(producer, records);
        count(records, true);
    }

    /** Writes one transaction of one batch per partition named. */
    void transaction(KafkaProducer<byte[], byte[]> producer, boolean commit, int most, int... partitions) {
        List<ProducerRecord<byte[], byte[]>> all = new ArrayList<>();
        for (int partition : partitions) {
            all.addAll(maker.some(partition, most));
        }
        transaction(producer, commit, all);
    }

    /** Writes the records in one transaction and ends it. */
    void transaction(
            KafkaProducer<byte[], byte[]> producer, boolean commit, List<ProducerRecord<byte[], byte[]>> records) {
        producer.beginTransaction();
        writeToTransaction(producer, records, commit);
        end(producer, commit, records);
    }

    /** Writes records to the transaction under way, which will end as told. */
    void writeToTransaction(
            Producer<byte[], byte[]> producer, List<ProducerRecord<byte[], byte[]>> records, boolean commit) {
        Batch.send(producer, records);
        count(records, commit);
    }

    /**
     * Ends the transaction of these records and waits for the marker of each partition: coordinators write them after
     * they have answered, and what comes next must not overtake them.
     */
    void end(KafkaProducer<byte[], byte[]> producer, boolean commit, List<ProducerRecord<byte[], byte[]>> records) {
        if (commit) {
            producer.commitTransaction();
        } else {
            producer.abortTransaction();
        }
        records.stream().map(ProducerRecord::partition).distinct().forEach(partition -> {
            ledger(partition).ended();
            admin.awaitEndOffset(partition(partition), ledger(partition).end());
        });
    }

    private void count(List<ProducerRecord<byte[], byte[]>> records, boolean committed) {
        records.forEach(record -> ledger(record.partition()).wrote(1, committed));
    }

    /** Waits until the broker's end offsets are those counted: acks=0 and markers arrive after their answer. */
    void awaitEndOffsets() {
        for (int partition = 0; partition < plan.partitions(); partition++) {
            admin.awaitEndOffset(partition(partition), ledger(partition).end());
        }
    }

    /** Waits until each key stands once at most below an offset: the cleaner has passed up to there. */
    void awaitCleaned(int partition, long below) {
        if (!Poll.until(CLEANER_TIMEOUT, () -> cleaned(partition, below))) {
            throw new WorkloadException("The cleaner of " + partition(partition) + " did not pass up to offset " + below
                    + " within " + CLEANER_TIMEOUT.toSeconds() + " s");
        }
    }

    private boolean cleaned(int partition, long below) {
        Set<String> seen = new HashSet<>();
        AtomicBoolean once = new AtomicBoolean(true);
        reader.read(partition(partition), IsolationLevel.READ_UNCOMMITTED, 0, below, record -> {
            if (!seen.add(new String(record.key(), StandardCharsets.UTF_8))) {
                once.set(false);
            }
        });
        return once.get();
    }

    TopicReport report(String scenario) {
        return new TopicReport(
                scenario,
                plan.name(),
                admin.configs(plan.name()),
                ledgers.stream().map(PartitionLedger::report).toList());
    }
}
