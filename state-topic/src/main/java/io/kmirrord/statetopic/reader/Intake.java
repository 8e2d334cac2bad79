// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import io.kmirrord.statemachine.codec.Decoded;
import io.kmirrord.statemachine.codec.StateCodec;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes what was read into the view. Confined to the view's thread, but for the counters. */
final class Intake {
    private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

    private final StateCodec codec = new StateCodec();
    private final StateView view = new StateView();
    private final Set<Decoded.Cause> logged = EnumSet.noneOf(Decoded.Cause.class);
    private final AtomicLong read = new AtomicLong();
    private final AtomicLong unreadable = new AtomicLong();
    private volatile String lastUnreadable = "";

    StateView view() {
        return view;
    }

    long read() {
        return read.get();
    }

    long unreadable() {
        return unreadable.get();
    }

    String lastUnreadable() {
        return lastUnreadable;
    }

    /** Returns what could be read, in order; the view contains it. */
    List<StateRecord> take(Iterable<ConsumerRecord<byte[], byte[]>> records) {
        List<StateRecord> known = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            read.incrementAndGet();
            Decoded decoded = codec.decode(record.key(), record.value());
            if (decoded instanceof Decoded.Known it) {
                view.apply(it.record());
                known.add(it.record());
            } else if (decoded instanceof Decoded.Unreadable it) {
                skip(record, it);
            }
        }
        return known;
    }

    private void skip(ConsumerRecord<byte[], byte[]> record, Decoded.Unreadable why) {
        String text = record.topic() + "-" + record.partition() + " offset " + record.offset() + ": " + why.cause()
                + ", " + why.detail();
        unreadable.incrementAndGet();
        lastUnreadable = text;
        if (logged.add(why.cause())) {
            LOG.warn("Skipped a record of the state topic; more of this kind are counted, not logged. {}", text);
        } else {
            LOG.debug("Skipped a record of the state topic. {}", text);
        }
    }
}
