// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.recovery;

import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.Health;
import io.kmirrord.statetopic.StateTopic;
import java.util.ArrayList;
import java.util.List;

/** Remembers every FAILED that is written of a topic, also the ones that pass. Thread-safe. */
final class FailureWatch implements StateTopic.Listener {
    private final String topic;
    private final List<Failure> failures = new ArrayList<>();

    private FailureWatch(String topic) {
        this.topic = topic;
    }

    /** Watches from now on, until the client of the state topic is closed. */
    static FailureWatch of(StateTopic states, String topic) {
        FailureWatch watch = new FailureWatch(topic);
        states.listen(watch);
        return watch;
    }

    @Override
    public synchronized void changed(StateView view, List<StateRecord> records) {
        for (StateRecord each : records) {
            if (each.value() instanceof RecordValue.MirrorPartitionState partition
                    && partition.topic().equals(topic)
                    && partition.state().state() == StateName.FAILED
                    && partition.state().failure() != null) {
                failures.add(partition.state().failure());
            }
        }
    }

    @Override
    public void health(Health health) {
        // Brokers die here: that the view lags now and then is part of it.
    }

    /** The failures so far, oldest first. */
    synchronized List<Failure> seen() {
        return List.copyOf(failures);
    }

    /** Those of them that only an operator ends. */
    List<Failure> lasting() {
        return seen().stream().filter(failure -> !failure.code().retryable()).toList();
    }
}
