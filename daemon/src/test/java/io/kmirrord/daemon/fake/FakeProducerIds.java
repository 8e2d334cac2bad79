// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.Health;
import io.kmirrord.statetopic.StateTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Plays the daemon beside the controller for requests for producer ids. Thread-safe by one lock. */
public final class FakeProducerIds implements StateTopic.Listener {
    private final FakeStateTopic topic;
    private final EventQueue queue;
    private final List<Long> asked = new ArrayList<>();
    private long present;
    private String refusal = "";
    private boolean silent;

    /** Makes a server that answers on the queue; it follows the topic from now on. */
    public FakeProducerIds(FakeStateTopic topic, EventQueue queue, long present) {
        this.topic = topic;
        this.queue = queue;
        this.present = present;
        topic.listen(this);
    }

    /** What the requests asked for, in order. */
    public synchronized List<Long> asked() {
        return List.copyOf(asked);
    }

    /** From which id on the controller gives blocks. */
    public synchronized void present(long next) {
        present = next;
    }

    /** Refuses from now on. */
    public synchronized void refuse(String why) {
        refusal = why;
    }

    /** Answers nothing from now on, as a release that does not know the request. */
    public synchronized void silence() {
        silent = true;
    }

    @Override
    public void changed(StateView view, List<StateRecord> records) {
        for (StateRecord record : records) {
            if (record.key() instanceof RecordKey.Request key
                    && record.value() instanceof RecordValue.ProducerIdRequest request) {
                serve(key, request.nextProducerId());
            }
        }
    }

    private synchronized void serve(RecordKey.Request key, long next) {
        asked.add(next);
        if (silent) {
            return;
        }
        RecordValue.Outcome outcome = new RecordValue.Outcome(false, refusal, 2, 0, Map.of());
        if (refusal.isEmpty()) {
            present = Math.max(present, next);
            outcome = new RecordValue.Outcome(true, "", 2, 0, Map.of("nextProducerId", Long.toString(present)));
        }
        RecordValue.Outcome answer = outcome;
        queue.post(() -> topic.put(new RecordKey.RequestOutcome(key.mirror(), key.requestId()), answer));
    }

    @Override
    public void health(Health health) {
        // The controller's daemon is another; what it knows of the topic's health is not played.
    }
}
