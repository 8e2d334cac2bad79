// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.writer;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** How records get to the topic. Confined to the writer's thread; {@link #attempt} blocks it. */
interface Delivery extends AutoCloseable {

    /**
     * Writes records once, in order. No record: only makes ready.
     *
     * @throws org.apache.kafka.common.errors.InterruptException if the thread is interrupted; nothing else
     */
    Attempt attempt(List<ProducerRecord<byte[], byte[]>> records);

    /** How many writes may share an attempt. */
    int maxWrites();

    /** Ends without waiting for anything. */
    @Override
    void close();
}
