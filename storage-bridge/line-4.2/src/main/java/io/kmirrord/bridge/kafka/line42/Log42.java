// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.line42;

import io.kmirrord.bridge.kafka.LogLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import kafka.network.RequestChannel.Request;
import kafka.server.KafkaRequestHandler$;
import org.apache.kafka.common.errors.OffsetOutOfRangeException;
import org.apache.kafka.common.record.RecordBatch;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.storage.internals.log.BatchMetadata;
import org.apache.kafka.storage.internals.log.FetchDataInfo;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.jspecify.annotations.Nullable;

/** What the hooks need of brokers 4.2. */
final class Log42 implements LogLine {

    @Override
    public long lastOffset(BatchMetadata batch) {
        return batch.lastOffset();
    }

    @Override
    public long markTimestamp(UnifiedLog log, long offset) {
        try {
            FetchDataInfo read = log.read(offset, MARK_SEARCH_BYTES, FetchIsolation.LOG_END, true);
            for (RecordBatch batch : read.records.batches()) {
                if (!batch.isControlBatch()) {
                    break;
                }
                if (!batch.hasProducerId()) {
                    return batch.maxTimestamp();
                }
            }
            return Long.MAX_VALUE;
        } catch (OffsetOutOfRangeException e) {
            return Long.MAX_VALUE; // retention removed it
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public @Nullable String clientId() {
        Request request = KafkaRequestHandler$.MODULE$
                .kafka$server$KafkaRequestHandler$$threadCurrentRequest()
                .get();
        return request == null ? null : request.context().clientId();
    }
}
