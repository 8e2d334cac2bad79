// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import io.kmirrord.testkit.compare.ClusterReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether a cluster holds each acknowledged record of a load once: at its offset, with its content; a record in doubt at
 * most once; nothing else. Reads the whole partitions of the load, whose logs must start at 0.
 *
 * @param checked records read
 * @param problems one sentence each; empty if all is well
 */
public record LoadAudit(long checked, List<String> problems) {

    public LoadAudit {
        problems = List.copyOf(problems);
    }

    public boolean clean() {
        return problems.isEmpty();
    }

    /** Reads with both isolation levels, up to the offsets that the cluster answers now. */
    public static LoadAudit check(ClusterReader reader, LoadResult load) {
        List<String> problems = new ArrayList<>();
        long checked = 0;
        for (int partition = 0; partition < load.spec().partitions(); partition++) {
            TopicPartition topicPartition = new TopicPartition(load.spec().topic(), partition);
            checked += new PartitionAudit(reader, load, topicPartition, problems).check();
        }
        return new LoadAudit(checked, problems);
    }

    /** The check of one partition. */
    private static final class PartitionAudit {

        private final ClusterReader reader;
        private final LoadResult load;
        private final TopicPartition partition;
        private final List<String> problems;
        private final Map<String, Sent> expected = new HashMap<>();
        private final Map<String, Long> seen = new HashMap<>();

        PartitionAudit(ClusterReader reader, LoadResult load, TopicPartition partition, List<String> problems) {
            this.reader = reader;
            this.load = load;
            this.partition = partition;
            this.problems = problems;
            load.acknowledged().stream()
                    .filter(sent -> sent.partition() == partition.partition())
                    .forEach(sent -> expected.put(sent.key(), sent));
        }

        long check() {
            var offsets = reader.offsets(partition);
            reader.read(
                    partition, IsolationLevel.READ_UNCOMMITTED, offsets.logStart(), offsets.highWatermark(), this::see);
            expected.values().stream()
                    .filter(sent -> !seen.containsKey(sent.key()))
                    .forEach(sent -> problems.add("Lost: " + describe(sent.key(), sent.offset())));
            Set<String> committed = new HashSet<>();
            reader.read(
                    partition,
                    IsolationLevel.READ_COMMITTED,
                    offsets.logStart(),
                    offsets.lastStable(),
                    record -> committed.add(key(record)));
            for (Sent sent : expected.values()) {
                if (sent.offset() < offsets.lastStable() && sent.committed() != committed.contains(sent.key())) {
                    problems.add((sent.committed()
                                    ? "Committed, but not seen by read_committed: "
                                    : "Aborted, but seen by read_committed: ")
                            + describe(sent.key(), sent.offset()));
                }
            }
            return seen.size();
        }

        private void see(ConsumerRecord<byte[], byte[]> record) {
            String key = key(record);
            Long before = seen.put(key, record.offset());
            Sent sent = expected.get(key);
            if (before != null) {
                problems.add("Twice: " + describe(key, before) + " and at offset " + record.offset());
            } else if (sent == null) {
                if (!load.inDoubt().contains(key)) {
                    problems.add("Never sent: " + describe(key, record.offset()));
                }
            } else if (sent.offset() != record.offset()) {
                problems.add("Moved: " + describe(key, sent.offset()) + " is at offset " + record.offset());
            } else if (sent.checksum() != Sent.checksum(record.key(), record.value())) {
                problems.add("Changed: " + describe(key, record.offset()));
            }
        }

        private String describe(String key, long offset) {
            return "record " + key + " of " + partition + ", offset " + offset;
        }

        private static String key(ConsumerRecord<byte[], byte[]> record) {
            return record.key() == null ? "(null)" : new String(record.key(), StandardCharsets.UTF_8);
        }
    }
}
