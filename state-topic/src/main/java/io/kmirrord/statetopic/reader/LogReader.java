// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import io.kmirrord.statetopic.kafka.Problems;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads all partitions. Confined to the view's thread, but for {@link #wakeup} and {@link #read}. */
final class LogReader implements AutoCloseable {

    /**
     * What a turn brought.
     *
     * @param vanished why the position cannot be read any more, for good
     * @param failure what else went wrong, and may pass
     */
    record Turn(Iterable<ConsumerRecord<byte[], byte[]>> records, Optional<String> vanished, Optional<String> failure) {
        static Turn nothing() {
            return new Turn(List.of(), Optional.empty(), Optional.empty());
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(LogReader.class);
    private static final Duration CLOSE = Duration.ofMillis(500);

    private final Consumer<byte[], byte[]> consumer;
    private final Map<Integer, Long> read = new ConcurrentHashMap<>();

    LogReader(Consumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    void begin(String topic, Map<Integer, Long> starts) {
        Map<TopicPartition, Long> positions = new TreeMap<>(Comparator.comparingInt(TopicPartition::partition));
        starts.forEach((partition, offset) -> positions.put(new TopicPartition(topic, partition), offset));
        consumer.assign(positions.keySet());
        positions.forEach(consumer::seek);
        read.putAll(starts);
    }

    /** Next offset to read, by partition: aborted records and markers before it were passed. A live view. */
    Map<Integer, Long> read() {
        return read;
    }

    /** Ends the turn that is under way, or the next one. */
    void wakeup() {
        consumer.wakeup();
    }

    /** Reads, and waits for the time given at most if there is nothing. */
    Turn turn(Duration time) {
        try {
            return new Turn(consumer.poll(time), Optional.empty(), Optional.empty());
        } catch (WakeupException e) {
            return Turn.nothing();
        } catch (OffsetOutOfRangeException e) {
            // With LogTruncationException, which is one: the log does not have what was read (F11).
            return new Turn(List.of(), Optional.of(vanished(e)), Optional.empty());
        } catch (InterruptException e) {
            return Turn.nothing();
        } catch (KafkaException e) {
            return new Turn(List.of(), Optional.empty(), Optional.of(Problems.text(e)));
        }
    }

    private static String vanished(OffsetOutOfRangeException e) {
        StringBuilder text = new StringBuilder("records vanished:");
        e.offsetOutOfRangePartitions()
                .forEach((partition, offset) -> text.append(" partition ")
                        .append(partition)
                        .append(" was read up to offset ")
                        .append(offset)
                        .append(", which its log does not have any more;"));
        return text.substring(0, text.length() - 1);
    }

    /** Notes how far was read; to be called once what a turn brought has been taken. */
    void advance() {
        for (TopicPartition partition : consumer.assignment()) {
            try {
                read.put(partition.partition(), consumer.position(partition, Duration.ZERO));
            } catch (TimeoutException | WakeupException | OffsetOutOfRangeException e) {
                // Its position is being checked against a new leader: the next turn shows what comes of it.
                LOG.debug("No position of {} now", partition, e);
            }
        }
    }

    @Override
    public void close() {
        consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(CLOSE));
    }
}
