// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.line41;

import io.kmirrord.bridge.kafka.PartitionLine;
import io.kmirrord.bridge.wire.Response.EpochEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import kafka.cluster.Partition;
import kafka.server.ReplicaManager;
import org.apache.kafka.common.record.FileRecords;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.RecordBatch;
import org.apache.kafka.common.record.Records;
import org.apache.kafka.server.common.RequestLocal;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.storage.internals.log.AppendOrigin;
import org.apache.kafka.storage.internals.log.LogAppendInfo;
import org.apache.kafka.storage.internals.log.LogCleaner;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.apache.kafka.storage.internals.log.VerificationGuard;
import org.jspecify.annotations.Nullable;
import scala.Option;

/** Partitions of brokers 4.1. */
final class PartitionLine41 implements PartitionLine {
    private static final int ACKS_ALL = -1;

    @Override
    public int appendAsFollower(Partition partition, ByteBuffer batches, int leaderEpoch) {
        Option<LogAppendInfo> info = partition.appendRecordsToFollowerOrFutureReplica(
                MemoryRecords.readableRecords(batches), false, leaderEpoch);
        return info.isEmpty() ? 0 : info.get().validBytes();
    }

    @Override
    public long appendAsLeader(Partition partition, ByteBuffer batch) {
        LogAppendInfo info = partition.appendRecordsToLeader(
                MemoryRecords.readableRecords(batch),
                AppendOrigin.COORDINATOR,
                ACKS_ALL,
                RequestLocal.noCaching(),
                VerificationGuard.SENTINEL);
        return info.firstOffset();
    }

    @Override
    public ByteBuffer read(UnifiedLog log, long offset, int maxBytes) throws IOException {
        Records records = log.read(offset, maxBytes, FetchIsolation.LOG_END, true).records;
        ByteBuffer buffer = ByteBuffer.allocate(records.sizeInBytes());
        if (records instanceof FileRecords file) {
            file.readInto(buffer, 0);
            return buffer;
        }
        return records.sizeInBytes() == 0 ? buffer : ((MemoryRecords) records).buffer();
    }

    @Override
    public long baseOffsetAt(UnifiedLog log, long offset) throws IOException {
        Iterator<? extends RecordBatch> batches = log.read(offset, 1, FetchIsolation.LOG_END, true)
                .records
                .batches()
                .iterator();
        return batches.hasNext() ? batches.next().baseOffset() : -1;
    }

    @Override
    public List<EpochEntry> epochs(UnifiedLog log) {
        List<EpochEntry> entries = new ArrayList<>();
        log.leaderEpochCache()
                .epochEntries()
                .forEach(entry -> entries.add(new EpochEntry(entry.epoch, entry.startOffset)));
        return entries;
    }

    @Override
    public @Nullable LogCleaner cleaner(ReplicaManager replicaManager) {
        return replicaManager.logManager().cleaner();
    }
}
