// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/**
 * One method per event: the columns of the matrix. There is no base class with default bodies, so that a new event does
 * not compile until every state has decided.
 */
public interface EventHandler<R> {
    R leadershipGained(Event.LeadershipGained event);

    R leadershipLost(Event.LeadershipLost event);

    R wishChanged(Event.WishChanged event);

    R retryDue(Event.RetryDue event);

    R positionRead(Event.PositionRead event);

    R fencePut(Event.FencePut event);

    R logDescribed(Event.LogDescribed event);

    R epochAnswered(Event.EpochAnswered event);

    R cutMeasured(Event.CutMeasured event);

    R salvaged(Event.Salvaged event);

    R cutDone(Event.CutDone event);

    R barrierReached(Event.BarrierReached event);

    R tailCompared(Event.TailCompared event);

    R epochRaised(Event.EpochRaised event);

    R fetcherStopped(Event.FetcherStopped event);

    R highWatermarkReached(Event.HighWatermarkReached event);

    R openAborted(Event.OpenAborted event);

    R markPut(Event.MarkPut event);

    R partitionOpened(Event.PartitionOpened event);

    R effectFailed(Event.EffectFailed event);

    R fetchProgressed(Event.FetchProgressed event);

    R sourceEpochSeen(Event.SourceEpochSeen event);

    R sourceDiverged(Event.SourceDiverged event);

    R gapFound(Event.GapFound event);
}
