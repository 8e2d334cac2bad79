// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.line44;

import io.kmirrord.bridge.kafka.LogLine;
import kafka.server.KafkaRequestHandler$;
import org.apache.kafka.network.Request;
import org.apache.kafka.storage.internals.log.BatchMetadata;
import org.jspecify.annotations.Nullable;

/** What the hooks need of brokers 4.4. */
final class Log44 implements LogLine {

    @Override
    public long lastOffset(BatchMetadata batch) {
        return batch.lastOffset();
    }

    @Override
    public @Nullable String clientId() {
        Request request = KafkaRequestHandler$.MODULE$
                .kafka$server$KafkaRequestHandler$$threadCurrentRequest()
                .get();
        return request == null ? null : request.context().clientId();
    }
}
