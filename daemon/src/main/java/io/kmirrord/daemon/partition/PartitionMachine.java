// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.partition;

import io.kmirrord.daemon.partition.PartitionState.EpochFencing;
import io.kmirrord.daemon.partition.PartitionState.Failed;
import io.kmirrord.daemon.partition.PartitionState.Head;
import io.kmirrord.daemon.partition.PartitionState.Mirroring;
import io.kmirrord.daemon.partition.PartitionState.Preparing;
import io.kmirrord.daemon.partition.PartitionState.Stage;
import io.kmirrord.daemon.partition.PartitionState.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Decides for one partition. Pure and immutable.
 *
 * <p>What leads where:
 * <pre>
 *  UNKNOWN ------- led here, source leader known, DLE above SLE -----> PREPARING
 *  UNKNOWN ------- the same, DLE not above SLE ----------------------> EPOCH_FENCING
 *  EPOCH_FENCING - DLE raised ---------------------------------------> PREPARING
 *  PREPARING ----- begun, tail as at the source ---------------------> MIRRORING
 *  PREPARING ----- our log empty, source starts above --- restart ---> PREPARING
 *  PREPARING ----- diverged, source lost data, gap ------------------> FAILED
 *  any ----------- error that may pass ------------------------------> UNKNOWN until the back-off is over
 *  any ----------- error that will not, obstacle of the topic -------> FAILED
 *  any ----------- leadership here moved ----------------------------> as from UNKNOWN, position forgotten
 * </pre>
 */
public final class PartitionMachine {
    private final Recovery recovery;
    private final Preparation preparation;
    private final Copying copying;

    public PartitionMachine(Limits limits) {
        recovery = new Recovery(limits);
        preparation = new Preparation(recovery);
        copying = new Copying(limits, recovery);
    }

    /**
     * Returns what follows from an event.
     *
     * @param random for the jitter of back-offs
     */
    public Step step(PartitionState state, Event event, RandomGenerator random) {
        if (event instanceof Event.Surrounded surrounded) {
            return surrounded(state, surrounded.around());
        }
        Event.Outcome outcome = (Event.Outcome) event;
        if (outcome.attempt() != state.head().attempt()) {
            return Step.stay(state);
        }
        if (outcome instanceof Event.TimerFired) {
            return state instanceof Unknown ? from(state.head(), "back-off is over") : Step.stay(state);
        }
        if (state instanceof Preparing preparing) {
            return preparation.step(preparing, outcome, random);
        }
        if (state instanceof Mirroring mirroring) {
            return copying.step(mirroring, outcome, random);
        }
        // UNKNOWN, EPOCH_FENCING and FAILED have nothing under way but timers.
        return Step.stay(state);
    }

    private static Step surrounded(PartitionState state, Surroundings now) {
        Surroundings before = state.head().around();
        if (now.equals(before)) {
            return Step.stay(state);
        }
        Head head = state.head().with(now);
        boolean moved = now.leaderEpoch() != before.leaderEpoch();
        if (state instanceof Failed failed && !moved && now.obstacle() == null && !failed.byObstacle()) {
            // A new source leader does not bring back what the source lost: see F10.
            return Step.stay(new Failed(head, false));
        }
        Head fresh = moved ? new Head(now, head.attempt() + 1, 0, 0) : head.next();
        Step step = from(fresh, change(before, now));
        if (state instanceof Mirroring || state instanceof Preparing) {
            List<Effect> effects = new ArrayList<>();
            effects.add(new Effect.StopFetch());
            effects.addAll(step.effects());
            return new Step(step.next(), effects, step.reason());
        }
        return step;
    }

    /** Where a partition stands by its surroundings alone, with nothing under way. */
    private static Step from(Head given, String why) {
        Head head = given.next();
        Surroundings around = head.around();
        if (!around.ledHere()) {
            return Step.move(new Unknown(head), "not led here: " + why);
        }
        if (around.obstacle() != null) {
            return Step.move(new Failed(head, true), around.obstacle());
        }
        SourceLeader source = around.source();
        if (source == null) {
            return Step.move(new Unknown(head), "no leader known at the source: " + why);
        }
        if (around.leaderEpoch() <= source.epoch()) {
            return Step.move(
                    new EpochFencing(head),
                    "leader epoch " + around.leaderEpoch() + " is not above " + source.epoch()
                            + " of the source: waits for the controller to raise it");
        }
        return Step.move(
                new Preparing(head, Stage.BEGIN, LogEnd.UNREAD),
                why,
                new Effect.Begin(head.attempt(), around.leaderEpoch(), source.epoch()));
    }

    private static String change(Surroundings before, Surroundings now) {
        if (before.leaderEpoch() != now.leaderEpoch()) {
            return now.ledHere() ? "led here at epoch " + now.leaderEpoch() : "leadership or connection lost";
        }
        if (!Objects.equals(before.obstacle(), now.obstacle())) {
            return now.obstacle() == null ? "obstacle gone: " + before.obstacle() : now.obstacle();
        }
        SourceLeader source = now.source();
        return source == null
                ? "the source has no leader"
                : "source broker " + source.brokerId() + " leads at epoch " + source.epoch();
    }
}
