// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.LeaderChangeMessage;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.common.RequestLocal;
import org.apache.kafka.server.util.KafkaScheduler;
import org.apache.kafka.storage.internals.log.AppendOrigin;
import org.apache.kafka.storage.internals.log.LogAppendInfo;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.apache.kafka.storage.internals.log.VerificationGuard;
import org.apache.kafka.storage.log.metrics.BrokerTopicStats;

/** A log of the broker on a temporary folder, with verification of transactions off. Close it. */
final class RealLog implements AutoCloseable {
    static final Uuid TOPIC_ID = new Uuid(7, 7);
    final UnifiedLog log;
    private final KafkaScheduler scheduler = new KafkaScheduler(1);

    RealLog(Path parent, String topic) throws IOException {
        File dir = Files.createDirectories(parent.resolve(topic + "-0")).toFile();
        scheduler.startup();
        this.log = UnifiedLog.create(
                dir,
                new LogConfig(Map.of()),
                0,
                0,
                scheduler,
                new BrokerTopicStats(),
                Time.SYSTEM,
                60_000,
                new ProducerStateManagerConfig(86_400_000, false),
                600_000,
                new LogDirFailureChannel(1),
                true,
                Optional.of(TOPIC_ID));
    }

    /** Appends as a follower does: three records with the given sequence at the end of the log. */
    void mirrored(int epoch, long producerId, int sequence) {
        log.appendAsFollower(
                MemoryRecords.withIdempotentRecords(
                        log.logEndOffset(),
                        Compression.NONE,
                        producerId,
                        (short) 0,
                        sequence,
                        epoch,
                        records("m" + sequence)),
                epoch);
    }

    void mirroredTransaction(int epoch, long producerId, short producerEpoch, boolean ended, long markerTimeMs) {
        log.appendAsFollower(
                MemoryRecords.withTransactionalRecords(
                        log.logEndOffset(), Compression.NONE, producerId, producerEpoch, 0, epoch, records("t")),
                epoch);
        if (ended) {
            mirroredMarker(epoch, producerId, producerEpoch, markerTimeMs);
        }
    }

    /** A commit marker; of a higher producer epoch it clears the batches, as transaction version 2 does. */
    void mirroredMarker(int epoch, long producerId, short producerEpoch, long timeMs) {
        log.appendAsFollower(
                MemoryRecords.withEndTransactionMarker(
                        log.logEndOffset(),
                        timeMs,
                        epoch,
                        producerId,
                        producerEpoch,
                        new EndTransactionMarker(ControlRecordType.COMMIT, 0)),
                epoch);
    }

    /** A control batch without producer id, as the mark is one. */
    void mark(int epoch, long timeMs) {
        log.appendAsFollower(
                MemoryRecords.withLeaderChangeMessage(
                        log.logEndOffset(),
                        timeMs,
                        epoch,
                        java.nio.ByteBuffer.allocate(256),
                        new LeaderChangeMessage()),
                epoch);
    }

    /** Appends as the leader does for a client: the answer's first offset tells a repetition. */
    LogAppendInfo client(int epoch, long producerId, int sequence) {
        return log.appendAsLeader(
                MemoryRecords.withIdempotentRecords(
                        Compression.NONE, producerId, (short) 0, sequence, records("c" + sequence)),
                epoch,
                AppendOrigin.CLIENT,
                RequestLocal.noCaching(),
                VerificationGuard.SENTINEL,
                (short) 0);
    }

    private static SimpleRecord[] records(String value) {
        long now = System.currentTimeMillis();
        SimpleRecord record = new SimpleRecord(now, null, value.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        return new SimpleRecord[] {record, record, record};
    }

    @Override
    public void close() {
        log.close();
        try {
            scheduler.shutdown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
