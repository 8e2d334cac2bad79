// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.partition;

import io.kmirrord.daemon.partition.PartitionState.Head;
import io.kmirrord.daemon.partition.PartitionState.Mirroring;
import io.kmirrord.daemon.partition.PartitionState.Preparing;
import io.kmirrord.daemon.partition.PartitionState.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.protocol.Errors;

/** MIRRORING: fetch, append, follow the log start. Pure. */
final class Copying {
    private final Limits limits;
    private final Recovery recovery;

    Copying(Limits limits, Recovery recovery) {
        this.limits = limits;
        this.recovery = recovery;
    }

    Step step(Mirroring state, Event.Outcome outcome, RandomGenerator random) {
        Head head = state.head();
        Progress progress = state.progress();
        if (outcome instanceof Event.Fetched fetched) {
            return fetched(state, fetched, random);
        }
        if (outcome instanceof Event.Appended appended) {
            return goOn(head.succeeded(), progress.appended(appended.highWatermark()), List.of());
        }
        if (outcome instanceof Event.HighWatermark highWatermark) {
            return goOn(head, progress.replicated(highWatermark.offset()), List.of());
        }
        if (outcome instanceof Event.LogStartSet set) {
            return goOn(head, progress.logStartSet(set.logStart()), List.of());
        }
        if (outcome instanceof Event.Diverged diverged) {
            return Preparation.diverged(recovery, head, progress.log(), diverged.epoch(), diverged.endOffset());
        }
        if (outcome instanceof Event.SourceFailed failed) {
            return failed.error() == Errors.OFFSET_OUT_OF_RANGE
                    ? outOfRange(head, progress.log())
                    : recovery.sourceFailed(head, failed, random);
        }
        if (outcome instanceof Event.Unreadable unreadable) {
            return unreadable(head, progress.log(), unreadable, random);
        }
        if (outcome instanceof Event.Refused refused) {
            return refused(state, refused, random);
        }
        if (outcome instanceof Event.Unanswered lost) {
            return recovery.unanswered(head, lost, random);
        }
        return Step.stay(state);
    }

    private Step fetched(Mirroring state, Event.Fetched fetched, RandomGenerator random) {
        Head head = state.head();
        Progress progress = state.progress().sourceAt(fetched.sourceHighWatermark(), fetched.sourceLogStart());
        BatchRange batches = fetched.batches();
        if (batches == null) {
            return goOn(head, progress, List.of());
        }
        long end = progress.log().end();
        int sourceEpoch = head.source().epoch();
        if (batches.firstLastOffset() < end) {
            return recovery.doubt(
                    head,
                    "the source answered a batch that ends at offset " + batches.firstLastOffset() + " when asked for "
                            + end,
                    "Look into the log of the source broker",
                    random);
        }
        if (batches.nextOffset() > fetched.sourceHighWatermark()) {
            // No checksum covers the offset of a batch either; a fetch never goes beyond the high watermark.
            return recovery.doubt(
                    head,
                    "the source answered batches up to offset " + batches.nextOffset() + " above its high watermark "
                            + fetched.sourceHighWatermark(),
                    "The offset is not covered by the checksum: run kafka-dump-log at the source there",
                    random);
        }
        if (batches.highestEpoch() > sourceEpoch) {
            // No checksum covers the epoch of a batch: believed only when metadata confirms it (F18).
            return recovery.doubt(
                    head,
                    "batch with leader epoch " + batches.highestEpoch() + " above " + sourceEpoch
                            + " of the source after offset " + end,
                    "The epoch is not covered by the checksum: run kafka-dump-log at the source there",
                    random);
        }
        Effect append = new Effect.Append(head.attempt(), progress.log().token(), end);
        return goOn(head, progress.appending(batches), List.of(append));
    }

    /** Adds what the progress allows: the next fetch, the log start. */
    private Step goOn(Head head, Progress given, List<Effect> first) {
        Progress progress = given;
        List<Effect> effects = new ArrayList<>(first);
        boolean room =
                progress.appendsInFlight() < limits.appendsInFlight() && progress.bytesAhead() < limits.bytesAhead();
        if (!progress.fetching() && room) {
            progress = progress.withFetching(true);
            LogEnd log = progress.log();
            effects.add(new Effect.Fetch(head.attempt(), head.source(), log.end(), log.lastEpoch()));
        }
        if (progress.logStartBehind()) {
            effects.add(new Effect.SetLogStart(head.attempt(), head.around().leaderEpoch(), progress.sourceLogStart()));
            progress = progress.settingLogStart();
        }
        return new Step(new Mirroring(head, progress), effects, null);
    }

    private static Step outOfRange(Head given, LogEnd log) {
        Head head = given.next();
        return Step.move(
                new Preparing(head, Stage.OFFSETS, log),
                "offset " + log.end() + " is out of range at the source",
                new Effect.StopFetch(),
                new Effect.ListOffsets(head.attempt(), head.source().epoch()));
    }

    private Step unreadable(Head head, LogEnd log, Event.Unreadable unreadable, RandomGenerator random) {
        String what = "data of the source at offset " + log.end() + ": " + unreadable.message();
        if (unreadable.oldFormat()) {
            return recovery.fail(head, what, "Rewrite the topic at the source in message format 2");
        }
        return recovery.doubt(head, what, "Run kafka-dump-log at the source at this offset", random);
    }

    private Step refused(Mirroring state, Event.Refused refused, RandomGenerator random) {
        if (refused.operation() == Operation.SET_LOG_START && Reaction.to(refused.code()) == Reaction.WAIT) {
            // Asked again when the next answer of the source or of the bridge comes: it must not hold up the copy.
            Progress progress = state.progress();
            return Step.stay(new Mirroring(
                    state.head(), progress.logStartSet(progress.log().start())));
        }
        return recovery.refused(state.head(), refused, random);
    }
}
