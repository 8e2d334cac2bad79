// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.mirror;

import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.daemon.partition.Effect;
import io.kmirrord.daemon.partition.Event;
import io.kmirrord.daemon.partition.PartitionMachine;
import io.kmirrord.daemon.partition.PartitionState;
import io.kmirrord.daemon.partition.PartitionState.Mirroring;
import io.kmirrord.daemon.partition.Progress;
import io.kmirrord.daemon.partition.StateName;
import io.kmirrord.daemon.partition.Step;
import io.kmirrord.protocol.FetchedPartition;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One partition: holds its state, steps it, logs what changed. Confined to the shard's queue. */
final class PartitionRunner {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionRunner.class);

    private final TopicIdPartition partition;
    private final String topic;
    private final PartitionMachine machine;
    private final RandomGenerator random;
    private final PartitionEffects effects;
    private PartitionState state = PartitionState.initial();
    private String loggedReason = "";
    private StateName loggedState = StateName.UNKNOWN;
    private int leaderEpoch;
    private Uuid sourceId = Uuid.ZERO_UUID;

    PartitionRunner(
            TopicIdPartition partition,
            String topic,
            PartitionMachine machine,
            RandomGenerator random,
            PartitionEffects effects) {
        this.partition = partition;
        this.topic = topic;
        this.machine = machine;
        this.random = random;
        this.effects = effects;
    }

    TopicIdPartition partition() {
        return partition;
    }

    String topic() {
        return topic;
    }

    int leaderEpoch() {
        return leaderEpoch;
    }

    void leaderEpoch(int epoch) {
        leaderEpoch = epoch;
    }

    /** The topic id to fetch with: the zero id where the source has none. */
    Uuid sourceId() {
        return sourceId;
    }

    void sourceId(Uuid id) {
        sourceId = id;
    }

    StateName state() {
        return state.name();
    }

    long attempt() {
        return state.head().attempt();
    }

    /** The progress of a copy under way, or null. */
    @Nullable
    Progress progress() {
        return state instanceof Mirroring mirroring ? mirroring.progress() : null;
    }

    void handle(Event event) {
        handle(event, null);
    }

    /**
     * Steps.
     *
     * @param data what an Append of this step appends; closed here unless it is appended
     */
    void handle(Event event, @Nullable FetchedPartition data) {
        Step step = machine.step(state, event, random);
        log(step);
        state = step.next();
        boolean used = false;
        for (Effect effect : step.effects()) {
            if (effect instanceof Effect.Append append && data != null) {
                used = true;
                effects.append(this, append, data);
            } else {
                effects.carryOut(this, effect);
            }
        }
        if (data != null && !used) {
            data.close();
        }
    }

    private void log(Step step) {
        String reason = step.reason();
        StateName now = step.next().name();
        if (reason == null) {
            return;
        }
        // PREPARING is passed through with each attempt: worth a line only where a copy was under way before.
        boolean passing = now == StateName.PREPARING && state.name() != StateName.MIRRORING;
        if (passing || (now == loggedState && reason.equals(loggedReason))) {
            LOG.debug("{}-{} {} -> {}: {}", topic, partition.partition(), state.name(), now, reason);
            return;
        }
        if (now == StateName.FAILED) {
            LOG.error("{}-{} {} -> {}: {}", topic, partition.partition(), loggedState, now, reason);
        } else {
            LOG.info("{}-{} {} -> {}: {}", topic, partition.partition(), loggedState, now, reason);
        }
        loggedState = now;
        loggedReason = reason;
    }
}
