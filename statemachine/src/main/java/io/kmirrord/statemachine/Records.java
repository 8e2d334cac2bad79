// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.PartitionState.Failed;
import io.kmirrord.statemachine.PartitionState.Led;
import io.kmirrord.statemachine.PartitionState.Stopped;
import io.kmirrord.statemachine.PartitionState.Stopping;

/** From a state to its record and back. Jobs are not restored: a leadership begins a state again at its first. */
final class Records {

    private Records() {}

    static Recorded of(Led state, Moment now) {
        Core core = state.core();
        Led resumed = state instanceof Failed failed ? failed.previous() : state;
        Stopping stopping = resumed instanceof Stopping it ? it : null;
        Stopped stopped = resumed instanceof Stopped it ? it : null;
        Failed failed = state instanceof Failed it ? it : null;
        return new Recorded(
                core.effectId(),
                state.name(),
                state.jobName(),
                resumed.name(),
                core.memory(),
                resumed instanceof PartitionState.EpochFencing fencing ? fencing.sourceLeaderEpoch() : -1,
                stopping != null ? stopping.position() : stopped != null ? stopped.position() : null,
                stopping != null
                        ? stopping.stopEpoch()
                        : stopped != null ? stopped.position().stopEpoch() : -1,
                stopping != null ? stopping.mark() : stopped != null ? stopped.mark() : -1,
                failed != null ? failed.failure() : null,
                failed != null ? failed.attempt() : 0,
                failed != null ? failed.nextRetryMs() : -1,
                now.epochMs());
    }

    static Led restore(PartitionId partition, Recorded recorded, Wish wish, Settings settings) {
        Core core = new Core(
                partition,
                recorded.id().generation(),
                recorded.id().leaderEpoch(),
                recorded.id().step(),
                wish,
                settings,
                recorded.memory());
        Led resumed = restored(core, recorded);
        return recorded.failure() != null
                ? new Failed(core, recorded.failure(), resumed, recorded.attempt(), recorded.nextRetryMs())
                : resumed;
    }

    private static Led restored(Core core, Recorded recorded) {
        return switch (recorded.resume()) {
            case UNKNOWN, PREPARING, FAILED -> new PartitionState.Preparing(core, new PreparingJob.CheckingSource());
            case EPOCH_FENCING -> new PartitionState.EpochFencing(core, recorded.sourceLeaderEpoch());
            case ULE_RECOVERY -> new PartitionState.UleRecovery(core, Entry.recoveryStart());
            case MIRRORING -> new PartitionState.Mirroring(core);
            case PAUSING -> new PartitionState.Pausing(core);
            case PAUSED -> new PartitionState.Paused(core);
            case STOPPING ->
                new Stopping(
                        core,
                        StoppingStep.REMOVING_FETCHER,
                        recorded.position(),
                        recorded.stopEpoch(),
                        recorded.mark());
            case STOPPED ->
                new Stopped(
                        core, recorded.position() == null ? Position.NOTHING : recorded.position(), recorded.mark());
        };
    }
}
