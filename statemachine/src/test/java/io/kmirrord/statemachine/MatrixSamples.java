// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import static io.kmirrord.statemachine.Walk.SETTINGS;
import static io.kmirrord.statemachine.Walk.log;
import static io.kmirrord.statemachine.Walk.wish;

import io.kmirrord.statemachine.decision.EpochStart;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.decision.LocalLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** States reached by events, and events of every kind, for the matrix. */
final class MatrixSamples {
    private static final int E = 1 << 20;

    private MatrixSamples() {}

    /** At least one state of each name; several where jobs or steps differ. */
    static List<PartitionState> states() {
        Wish start = wish(1, 0, Desired.MIRRORING);
        List<PartitionState> states = new ArrayList<>();
        states.add(new PartitionState.Unknown(Walk.PARTITION));
        Walk preparing = new Walk().lead(20, start);
        states.add(preparing.state());
        states.add(preparing.position(new SourcePosition.Known(5, 60, 0), 5).state());
        states.add(preparing.fenced().state());
        LocalLog local = log(80, new EpochStart(3, 0), new EpochStart(5, 40));
        states.add(preparing.described(local).state());
        states.add(preparing.result(id -> new Event.EpochAnswered(id, 5, 70)).state());
        states.add(preparing.result(id -> new Event.CutMeasured(id, 100, 6)).state());
        states.add(preparing.result(id -> new Event.Salvaged(id, 80, 20, 200)).state());
        states.add(preparing.result(id -> new Event.CutDone(id, 60)).state());
        states.add(preparing.result(Event.BarrierReached::new).state());
        // Nothing is here, and the source begins above 0.
        states.add(new Walk()
                .lead(20, start)
                .result(id -> new Event.PositionRead(id, new SourcePosition.Absent(), "source-cluster", 5, 40))
                .fenced()
                .state());
        Walk low = new Walk()
                .lead(5, start)
                .position(new SourcePosition.Absent(), 5)
                .fenced()
                .described(Walk.EMPTY);
        states.add(low.state());
        states.add(low.tail(Tail.ABSENT).state());
        states.add(
                Walk.mirroring().result(id -> new Event.SourceEpochSeen(id, 20)).state());
        states.add(recovering().state());
        Walk recovering = recovering().described(local);
        states.add(recovering.state());
        states.add(recovering.result(id -> new Event.EpochAnswered(id, 5, 70)).state());
        states.add(recovering.result(id -> new Event.CutMeasured(id, 100, 6)).state());
        states.add(recovering.result(id -> new Event.Salvaged(id, 80, 20, 200)).state());
        states.add(recovering.result(id -> new Event.CutDone(id, 70)).state());
        states.add(recovering.result(Event.BarrierReached::new).state());
        states.add(recovering.tail(Tail.EQUAL).state());
        states.add(Walk.mirroring().state());
        Walk pausing = Walk.mirroring().wished(wish(1, 1, Desired.PAUSED));
        states.add(pausing.state());
        states.add(pausing.result(Event.FetcherStopped::new).state());
        Walk stopping = Walk.stopping();
        states.add(stopping.state());
        states.add(stopping.result(id -> new Event.FencePut(id, E)).state());
        states.add(
                stopping.result(id -> new Event.HighWatermarkReached(id, 60, 5)).state());
        stopping.lead(E, wish(1, 1, Desired.STOPPED)).result(id -> new Event.FencePut(id, E));
        states.add(stopping.state());
        states.add(
                stopping.result(id -> new Event.HighWatermarkReached(id, 60, 5)).state());
        states.add(stopping.result(Event.OpenAborted::new).state());
        states.add(stopping.result(id -> new Event.MarkPut(id, 61)).state());
        states.add(Walk.stopped().state());
        states.add(Walk.mirroring().fail(FailureCode.SOURCE_UNREACHABLE).state());
        states.add(Walk.mirroring().fail(FailureCode.SOURCE_TOPIC_DELETED).state());
        states.add(Walk.stopping().fail(FailureCode.NOT_ENOUGH_REPLICAS).state());
        return states;
    }

    private static Walk recovering() {
        Walk walk = new Walk()
                .lead(20, wish(1, 0, Desired.MIRRORING), Walk.withUncleanSupport(), null, null)
                .position(new SourcePosition.Absent(), 5)
                .fenced()
                .described(Walk.EMPTY)
                .tail(Tail.ABSENT);
        return walk.result(id -> new Event.SourceDiverged(id, Divergence.EPOCHS, "epoch 5 ends at 50"));
    }

    /** Events for a state; results carry the identity that it waits for. */
    static List<Event> events(PartitionState state) {
        List<Event> events = new ArrayList<>();
        int leaderEpoch = state instanceof PartitionState.Led led ? led.core().leaderEpoch() : 0;
        for (Desired desired : Desired.values()) {
            events.add(gained(leaderEpoch + 1, wish(1, 9, desired), null));
            events.add(new Event.WishChanged(wish(1, 9, desired), SETTINGS));
            events.add(new Event.WishChanged(wish(2, 0, desired), SETTINGS));
        }
        for (PartitionState other : reached()) {
            events.add(gained(E + 7, wish(1, 1, Desired.STOPPED), recordOf(other)));
            events.add(gained(E + 7, wish(1, 0, Desired.MIRRORING), recordOf(other)));
            events.add(gained(E + 7, wish(1, 0, Desired.PAUSED), recordOf(other)));
        }
        events.add(gained(leaderEpoch, wish(1, 0, Desired.MIRRORING), null));
        events.add(new Event.LeadershipGained(
                E + 7, wish(1, 0, Desired.MIRRORING), SETTINGS, null, new FenceSeen(1, FencePhase.STOPPED, E)));
        events.add(new Event.LeadershipGained(E + 7, null, SETTINGS, null, null));
        events.add(new Event.LeadershipLost());
        events.addAll(
                results(state instanceof PartitionState.Led led ? led.core().effectId() : new EffectId(1, 2, 3)));
        return events;
    }

    private static List<PartitionState> reached() {
        return List.of(
                Walk.mirroring().state(),
                Walk.mirroring().wished(wish(1, 1, Desired.PAUSED)).state(),
                Walk.mirroring()
                        .wished(wish(1, 1, Desired.PAUSED))
                        .result(Event.FetcherStopped::new)
                        .state(),
                Walk.mirroring().result(id -> new Event.SourceEpochSeen(id, 20)).state(),
                recovering().state(),
                Walk.stopping().state(),
                Walk.stopped().state(),
                Walk.mirroring().fail(FailureCode.SOURCE_UNREACHABLE).state());
    }

    private static Recorded recordOf(PartitionState state) {
        return Records.of((PartitionState.Led) state, new Moment(Walk.START_MS, 0));
    }

    private static Event gained(int leaderEpoch, Wish wish, @Nullable Recorded recorded) {
        return new Event.LeadershipGained(leaderEpoch, wish, SETTINGS, recorded, null);
    }

    /** Every kind of result, with an identity. */
    static List<Event> results(EffectId id) {
        List<Event> events = new ArrayList<>();
        for (SourcePosition position : List.of(
                new SourcePosition.Absent(),
                new SourcePosition.Known(5, 60, 0),
                new SourcePosition.Unreadable("not authorized"),
                new SourcePosition.Loop(List.of("east")),
                new SourcePosition.ReverseNotStopped("east", "MIRRORING"))) {
            events.add(new Event.PositionRead(id, position, "source-cluster", 5, 0));
        }
        LocalLog local = log(80, new EpochStart(3, 0), new EpochStart(5, 40));
        events.addAll(Arrays.asList(
                new Event.FencePut(id, -1),
                new Event.FencePut(id, E),
                new Event.LogDescribed(id, Walk.EMPTY),
                new Event.LogDescribed(id, local),
                new Event.EpochAnswered(id, 5, 80),
                new Event.EpochAnswered(id, 5, 60),
                new Event.EpochAnswered(id, 3, 40),
                new Event.EpochAnswered(id, -1, -1),
                new Event.CutMeasured(id, 10, 6),
                new Event.CutMeasured(id, 1_000_000, 6),
                new Event.Salvaged(id, 80, 20, 200),
                new Event.CutDone(id, 60),
                new Event.BarrierReached(id),
                new Event.TailCompared(id, Tail.EQUAL),
                new Event.TailCompared(id, Tail.DIFFERENT),
                new Event.EpochRaised(id),
                new Event.FetcherStopped(id),
                new Event.HighWatermarkReached(id, 60, 5),
                new Event.OpenAborted(id),
                new Event.MarkPut(id, 61),
                new Event.PartitionOpened(id),
                new Event.FetchProgressed(id, 70),
                new Event.SourceEpochSeen(id, 6),
                new Event.SourceEpochSeen(id, 18),
                new Event.SourceEpochSeen(id, 30),
                new Event.SourceDiverged(id, Divergence.EPOCHS, "epoch 5 ends at 50"),
                new Event.SourceDiverged(id, Divergence.SHORTER, "ends at 10"),
                new Event.GapFound(id, 60, 100),
                new Event.RetryDue(id)));
        for (FailureCode code : FailureCode.values()) {
            events.add(new Event.EffectFailed(id, new Failure(code, "injected")));
        }
        return events;
    }
}
