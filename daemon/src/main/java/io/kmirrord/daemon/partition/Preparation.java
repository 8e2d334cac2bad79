// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.partition;

import io.kmirrord.daemon.partition.PartitionState.Head;
import io.kmirrord.daemon.partition.PartitionState.Mirroring;
import io.kmirrord.daemon.partition.PartitionState.Preparing;
import io.kmirrord.daemon.partition.PartitionState.Stage;
import java.util.random.RandomGenerator;

/** PREPARING: from BEGIN to the first fetch. Pure. */
final class Preparation {
    private final Recovery recovery;

    Preparation(Recovery recovery) {
        this.recovery = recovery;
    }

    Step step(Preparing state, Event.Outcome outcome, RandomGenerator random) {
        Head head = state.head();
        if (outcome instanceof Event.Begun begun && state.stage() == Stage.BEGIN) {
            return begun(head, begun);
        }
        if (outcome instanceof Event.TailChecked tail && state.stage() == Stage.TAIL) {
            return tailChecked(state, tail);
        }
        if (outcome instanceof Event.OffsetsListed offsets && state.stage() == Stage.OFFSETS) {
            return offsetsListed(state, offsets, random);
        }
        if (outcome instanceof Event.Restarted restarted && state.stage() == Stage.RESTART) {
            return recovery.beginAgain(head, "log started at offset " + restarted.logEnd());
        }
        if (outcome instanceof Event.Refused refused) {
            return recovery.refused(head, refused, random);
        }
        if (outcome instanceof Event.Unanswered lost) {
            return recovery.unanswered(head, lost, random);
        }
        if (outcome instanceof Event.SourceFailed failed) {
            return recovery.sourceFailed(head, failed, random);
        }
        return Step.stay(state);
    }

    private static Step begun(Head head, Event.Begun begun) {
        LogEnd log =
                new LogEnd(begun.token(), begun.logStart(), begun.logEnd(), begun.highWatermark(), begun.lastEpoch());
        if (log.lastEpoch() < 0) {
            return mirror(head, log);
        }
        return Step.stay(
                new Preparing(head, Stage.TAIL, log),
                new Effect.CheckTail(head.attempt(), head.source().epoch(), log.lastEpoch()));
    }

    private static Step mirror(Head head, LogEnd log) {
        return Step.move(
                new Mirroring(head, Progress.start(log)),
                "goes on at offset " + log.end(),
                new Effect.Fetch(head.attempt(), head.source(), log.end(), log.lastEpoch()));
    }

    /** Epoch and end must both fit: the end alone may belong to a lower epoch (F15). */
    private Step tailChecked(Preparing state, Event.TailChecked tail) {
        LogEnd log = state.log();
        if (tail.epoch() == log.lastEpoch() && tail.endOffset() >= log.end()) {
            return mirror(state.head(), log);
        }
        return diverged(recovery, state.head(), log, tail.epoch(), tail.endOffset());
    }

    static Step diverged(Recovery recovery, Head head, LogEnd log, int epoch, long endOffset) {
        String source = epoch < 0
                ? "the source knows no leader epoch at or below " + log.lastEpoch()
                : "the source ends leader epoch " + epoch + " at offset " + endOffset;
        return recovery.fail(
                head,
                "diverged: " + source + ", the copy holds epoch " + log.lastEpoch() + " up to offset " + log.end()
                        + "; nothing was touched",
                "An unclean election or data loss at the source: decide which side is right; to take the source's,"
                        + " delete the topic at the destination and it is copied anew");
    }

    /** Reached when an offset was out of range at the source. */
    private Step offsetsListed(Preparing state, Event.OffsetsListed offsets, RandomGenerator random) {
        Head head = state.head();
        LogEnd log = state.log();
        if (offsets.latest() < log.end()) {
            return recovery.fail(
                    head,
                    "the source ends at offset " + offsets.latest() + ", below " + log.end()
                            + " of the copy: it lost data; nothing was touched",
                    "Keep the copy until the loss is understood; to take the source's state, delete the topic at the"
                            + " destination and it is copied anew");
        }
        if (offsets.earliest() <= log.end()) {
            return recovery.doubt(
                    head,
                    "offset " + log.end() + " was out of range, but the source holds " + offsets.earliest() + " to "
                            + offsets.latest(),
                    "Look into the log of the source broker",
                    random);
        }
        if (log.empty()) {
            return Step.stay(
                    new Preparing(head, Stage.RESTART, log),
                    new Effect.RestartAt(head.attempt(), head.around().leaderEpoch(), offsets.earliest(), log.end()));
        }
        return recovery.fail(
                head,
                "gap: the source starts at offset " + offsets.earliest() + ", the copy ends at " + log.end() + "; "
                        + (offsets.earliest() - log.end()) + " offsets were removed there before they were copied",
                "Lengthen retention at the source; to go on without them, delete the topic at the destination and it"
                        + " is copied anew");
    }
}
