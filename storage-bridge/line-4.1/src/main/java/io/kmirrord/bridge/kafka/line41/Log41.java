// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.line41;

import io.kmirrord.bridge.kafka.LogLine;
import kafka.network.RequestChannel.Request;
import kafka.server.KafkaRequestHandler$;
import org.apache.kafka.storage.internals.log.BatchMetadata;
import org.jspecify.annotations.Nullable;

/** What the hooks need of brokers 4.1. */
final class Log41 implements LogLine {

    @Override
    public long lastOffset(BatchMetadata batch) {
        return batch.lastOffset;
    }

    @Override
    public @Nullable String clientId() {
        Request request = KafkaRequestHandler$.MODULE$
                .kafka$server$KafkaRequestHandler$$threadCurrentRequest()
                .get();
        return request == null ? null : request.context().clientId();
    }
}
