// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.writer;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A write that is to be done, and who waits for it. */
record Pending(List<ProducerRecord<byte[], byte[]>> records, CompletableFuture<Void> done) {

    long bytes() {
        return records.stream()
                .mapToLong(record -> record.key().length + (record.value() == null ? 0L : record.value().length))
                .sum();
    }
}
