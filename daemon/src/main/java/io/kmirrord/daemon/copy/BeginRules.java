// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.daemon.copy.CopyState.Beginning;
import io.kmirrord.daemon.copy.CopyState.Copying;
import io.kmirrord.daemon.copy.CopyState.Head;
import io.kmirrord.daemon.copy.CopyState.Stage;
import io.kmirrord.statemachine.Divergence;
import io.kmirrord.statemachine.Tail;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.random.RandomGenerator;

/** From BEGIN to the first fetch. Pure. */
final class BeginRules {
    private final Recovery recovery;

    BeginRules(Recovery recovery) {
        this.recovery = recovery;
    }

    CopyStep step(Beginning state, CopyEvent.Outcome outcome, RandomGenerator random) {
        Head head = state.head();
        if (outcome instanceof CopyEvent.Begun begun && state.stage() == Stage.BEGIN) {
            return begun(head, begun);
        }
        if (outcome instanceof CopyEvent.TailChecked tail && state.stage() == Stage.TAIL) {
            return tailChecked(state, tail);
        }
        if (outcome instanceof CopyEvent.OffsetsListed offsets && state.stage() == Stage.OFFSETS) {
            return offsetsListed(state, offsets, random);
        }
        if (outcome instanceof CopyEvent.Refused refused) {
            return recovery.refused(head, refused, random);
        }
        if (outcome instanceof CopyEvent.Unanswered lost) {
            return recovery.unanswered(head, lost, random);
        }
        if (outcome instanceof CopyEvent.SourceFailed failed) {
            return recovery.sourceFailed(head, failed, random);
        }
        return CopyStep.stay(state);
    }

    private static CopyStep begun(Head head, CopyEvent.Begun begun) {
        LogEnd log =
                new LogEnd(begun.token(), begun.logStart(), begun.logEnd(), begun.highWatermark(), begun.lastEpoch());
        if (log.lastEpoch() < 0) {
            return mirror(head, log);
        }
        return CopyStep.stay(
                new Beginning(head, Stage.TAIL, log),
                new CopyEffect.CheckTail(head.attempt(), head.source().epoch(), log.lastEpoch()));
    }

    private static CopyStep mirror(Head head, LogEnd log) {
        return CopyStep.move(
                new Copying(head, Progress.start(log, head.skipTo())),
                "goes on at offset " + log.end(),
                CopyRules.fetch(head, log));
    }

    /** Epoch and end must both fit: the end alone may belong to a lower epoch (F15). */
    private CopyStep tailChecked(Beginning state, CopyEvent.TailChecked tail) {
        LogEnd log = state.log();
        if (tail.epoch() == log.lastEpoch() && tail.endOffset() >= log.end()) {
            return tail.tail() == Tail.DIFFERENT ? recreated(state.head(), log) : mirror(state.head(), log);
        }
        return diverged(recovery, state.head(), log, tail.epoch(), tail.endOffset());
    }

    private CopyStep recreated(Head head, LogEnd log) {
        return recovery.fail(
                head,
                FailureCode.SOURCE_TOPIC_RECREATED,
                "the batch before offset " + log.end()
                        + " is another at the source, which has no topic ids: the topic was "
                        + "deleted and created anew there");
    }

    static CopyStep diverged(Recovery recovery, Head head, LogEnd log, int epoch, long endOffset) {
        String source = epoch < 0
                ? "the source knows no leader epoch at or below " + log.lastEpoch()
                : "the source ends leader epoch " + epoch + " at offset " + endOffset;
        String what = source + ", the copy holds epoch " + log.lastEpoch() + " up to offset " + log.end();
        // Where they part at the first offset of the copy, the source has lost all of it: no election does that.
        Divergence kind = endOffset <= log.start() ? Divergence.SHORTER : Divergence.EPOCHS;
        return recovery.end(head, new CopyReport.Diverged(kind, what), what);
    }

    /** Reached when an offset was out of range at the source. */
    private CopyStep offsetsListed(Beginning state, CopyEvent.OffsetsListed offsets, RandomGenerator random) {
        Head head = state.head();
        LogEnd log = state.log();
        if (offsets.latest() < log.end()) {
            String what = "the source ends at offset " + offsets.latest() + ", below " + log.end() + " of the copy";
            return recovery.end(head, new CopyReport.Diverged(Divergence.SHORTER, what), what);
        }
        if (offsets.earliest() <= log.end()) {
            return recovery.doubt(
                    head,
                    FailureCode.SOURCE_UNSTABLE,
                    "offset " + log.end() + " was out of range, but the source holds " + offsets.earliest() + " to "
                            + offsets.latest(),
                    random);
        }
        return recovery.end(
                head,
                new CopyReport.Gap(log.end(), offsets.earliest()),
                "the source starts at offset " + offsets.earliest() + ", the copy ends at " + log.end());
    }
}
