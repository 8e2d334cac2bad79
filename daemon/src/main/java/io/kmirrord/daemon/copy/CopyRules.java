// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.daemon.copy.CopyState.Beginning;
import io.kmirrord.daemon.copy.CopyState.Copying;
import io.kmirrord.daemon.copy.CopyState.Head;
import io.kmirrord.daemon.copy.CopyState.Stage;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.protocol.Errors;

/** Fetch, append, follow the log start. Pure. */
final class CopyRules {
    private final Limits limits;
    private final Recovery recovery;

    CopyRules(Limits limits, Recovery recovery) {
        this.limits = limits;
        this.recovery = recovery;
    }

    CopyStep step(Copying state, CopyEvent.Outcome outcome, RandomGenerator random) {
        Head head = state.head();
        Progress progress = state.progress();
        if (outcome instanceof CopyEvent.Fetched fetched) {
            return fetched(state, fetched, random);
        }
        if (outcome instanceof CopyEvent.Appended appended) {
            return goOn(head.succeeded(), progress.appended(appended.highWatermark()), progressed(progress));
        }
        if (outcome instanceof CopyEvent.HighWatermark highWatermark) {
            return goOn(head, progress.replicated(highWatermark.offset()), List.of());
        }
        if (outcome instanceof CopyEvent.LogStartSet set) {
            return goOn(head, progress.logStartSet(set.logStart()), List.of());
        }
        if (outcome instanceof CopyEvent.Diverged diverged) {
            return BeginRules.diverged(recovery, head, progress.log(), diverged.epoch(), diverged.endOffset());
        }
        if (outcome instanceof CopyEvent.SourceFailed failed) {
            return failed.error() == Errors.OFFSET_OUT_OF_RANGE
                    ? outOfRange(head, progress.log())
                    : recovery.sourceFailed(head, failed, random);
        }
        if (outcome instanceof CopyEvent.Unreadable unreadable) {
            return unreadable(head, progress.log(), unreadable, random);
        }
        if (outcome instanceof CopyEvent.Refused refused) {
            return refused(state, refused, random);
        }
        if (outcome instanceof CopyEvent.Unanswered lost) {
            return recovery.unanswered(head, lost, random);
        }
        return CopyStep.stay(state);
    }

    /** Behind a gap the epoch of the batch before is not known: named, it would look like a divergence. */
    static CopyEffect fetch(Head head, LogEnd log) {
        boolean skips = head.skipTo() > log.end();
        return new CopyEffect.Fetch(
                head.attempt(), head.source(), skips ? head.skipTo() : log.end(), skips ? -1 : log.lastEpoch());
    }

    private CopyStep fetched(Copying state, CopyEvent.Fetched fetched, RandomGenerator random) {
        Head head = state.head();
        Progress progress = state.progress().sourceAt(fetched.sourceHighWatermark(), fetched.sourceLogStart());
        BatchRange batches = fetched.batches();
        if (batches == null) {
            return goOn(head, progress, progressed(progress));
        }
        long end = progress.log().end();
        int sourceEpoch = head.source().epoch();
        if (batches.firstLastOffset() < end) {
            return recovery.doubt(
                    head,
                    FailureCode.CORRUPT_DATA,
                    "the source answered a batch that ends at offset " + batches.firstLastOffset() + " when asked for "
                            + end,
                    random);
        }
        if (batches.highestEpoch() > sourceEpoch) {
            // No checksum covers the epoch of a batch: believed only when metadata confirms it (F18).
            return recovery.doubt(
                    head,
                    FailureCode.CORRUPT_EPOCH,
                    "batch with leader epoch " + batches.highestEpoch() + " above " + sourceEpoch
                            + " of the source after offset " + end + "; no checksum covers the epoch",
                    random);
        }
        CopyEffect append = new CopyEffect.Append(head.attempt(), progress.log().token(), end);
        return goOn(head, progress.appending(batches), List.of(append));
    }

    private static List<CopyEffect> progressed(Progress progress) {
        return List.of(
                new CopyEffect.Report(new CopyReport.Progressed(progress.log().end())));
    }

    /** Adds what the progress allows: the next fetch, the log start. */
    private CopyStep goOn(Head head, Progress given, List<CopyEffect> first) {
        Progress progress = given;
        List<CopyEffect> effects = new ArrayList<>(first);
        boolean room =
                progress.appendsInFlight() < limits.appendsInFlight() && progress.bytesAhead() < limits.bytesAhead();
        if (!progress.fetching() && room) {
            progress = progress.withFetching(true);
            effects.add(fetch(head, progress.log()));
        }
        if (progress.logStartBehind()) {
            effects.add(new CopyEffect.SetLogStart(head.attempt(), head.leaderEpoch(), progress.sourceLogStart()));
            progress = progress.settingLogStart();
        }
        return new CopyStep(new Copying(head, progress), effects, null);
    }

    private static CopyStep outOfRange(Head given, LogEnd log) {
        Head head = given.next();
        return CopyStep.move(
                new Beginning(head, Stage.OFFSETS, log),
                "offset " + log.end() + " is out of range at the source",
                new CopyEffect.StopFetch(),
                new CopyEffect.ListOffsets(head.attempt(), head.source().epoch()));
    }

    private CopyStep unreadable(Head head, LogEnd log, CopyEvent.Unreadable unreadable, RandomGenerator random) {
        String what = "data of the source at offset " + log.end() + ": " + unreadable.message();
        return unreadable.oldFormat()
                ? recovery.fail(head, FailureCode.OLD_MESSAGE_FORMAT, what)
                : recovery.doubt(head, FailureCode.CORRUPT_DATA, what, random);
    }

    private CopyStep refused(Copying state, CopyEvent.Refused refused, RandomGenerator random) {
        if (refused.operation() == Operation.SET_LOG_START && Reaction.to(refused.code()) == Reaction.WAIT) {
            // Asked again when the next answer of the source or of the bridge comes: it must not hold up the copy.
            Progress progress = state.progress();
            return CopyStep.stay(new Copying(
                    state.head(), progress.logStartSet(progress.log().start())));
        }
        return recovery.refused(state.head(), refused, random);
    }
}
