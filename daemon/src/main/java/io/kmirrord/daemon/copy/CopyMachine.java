// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.daemon.copy.CopyState.Beginning;
import io.kmirrord.daemon.copy.CopyState.Copying;
import io.kmirrord.daemon.copy.CopyState.Ended;
import io.kmirrord.daemon.copy.CopyState.Head;
import io.kmirrord.daemon.copy.CopyState.Stage;
import io.kmirrord.daemon.copy.CopyState.Waiting;
import io.kmirrord.statemachine.decision.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Decides for one copy: what runs while a partition is MIRRORING. Pure and immutable.
 *
 * <p>What leads where:
 * <pre>
 *  WAITING ----- source leader known, DLE above SLE -----------------> BEGINNING
 *  BEGINNING --- begun, tail as at the source -----------------------> COPYING
 *  any --------- diverged, gap, error that will not pass, obstacle --> ENDED, reported
 *  any --------- error that may pass, SLE at the DLE, no leader -----> WAITING
 * </pre>
 */
public final class CopyMachine {
    private final Recovery recovery;
    private final BeginRules beginning;
    private final CopyRules copying;

    public CopyMachine(Limits limits) {
        recovery = new Recovery(limits);
        beginning = new BeginRules(recovery);
        copying = new CopyRules(limits, recovery);
    }

    /**
     * Returns what follows from an event.
     *
     * @param random for the jitter of back-offs
     */
    public CopyStep step(CopyState state, CopyEvent event, RandomGenerator random) {
        if (state instanceof Ended) {
            return CopyStep.stay(state);
        }
        if (event instanceof CopyEvent.Surrounded surrounded) {
            return surrounded(state, surrounded.around());
        }
        CopyEvent.Outcome outcome = (CopyEvent.Outcome) event;
        if (outcome.attempt() != state.head().attempt()) {
            return CopyStep.stay(state);
        }
        if (outcome instanceof CopyEvent.TimerFired) {
            return state instanceof Waiting ? from(state.head(), "back-off is over") : CopyStep.stay(state);
        }
        if (state instanceof Beginning it) {
            return beginning.step(it, outcome, random);
        }
        return state instanceof Copying it ? copying.step(it, outcome, random) : CopyStep.stay(state);
    }

    private CopyStep surrounded(CopyState state, Surroundings now) {
        Surroundings before = state.head().around();
        if (now.equals(before)) {
            return CopyStep.stay(state);
        }
        CopyStep step = from(state.head().with(now), change(now));
        List<CopyEffect> effects = new ArrayList<>();
        if (!(state instanceof Waiting)) {
            effects.add(new CopyEffect.StopFetch());
        }
        SourceLeader source = now.source();
        if (source != null && now.obstacle() == null) {
            effects.add(new CopyEffect.Report(new CopyReport.EpochSeen(source.epoch())));
        }
        effects.addAll(step.effects());
        return new CopyStep(step.next(), effects, step.reason());
    }

    /** Where a copy stands by its surroundings alone, with nothing under way. */
    private CopyStep from(Head given, String why) {
        Head head = given.next();
        Failure obstacle = head.around().obstacle();
        if (obstacle != null) {
            return recovery.end(head, new CopyReport.Failed(obstacle), obstacle.detail());
        }
        SourceLeader source = head.around().source();
        if (source == null) {
            return CopyStep.move(new Waiting(head), "no leader known at the source: " + why);
        }
        if (head.leaderEpoch() <= source.epoch()) {
            return CopyStep.move(
                    new Waiting(head),
                    "leader epoch " + head.leaderEpoch() + " is not above " + source.epoch() + " of the source");
        }
        return CopyStep.move(
                new Beginning(head, Stage.BEGIN, LogEnd.UNREAD),
                why,
                new CopyEffect.Begin(head.attempt(), head.leaderEpoch(), source.epoch()));
    }

    private static String change(Surroundings now) {
        SourceLeader source = now.source();
        return source == null
                ? "the source has no leader"
                : "source broker " + source.brokerId() + " leads at epoch " + source.epoch();
    }
}
