// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.Alignment.AwaitingBarrier;
import io.kmirrord.statemachine.Alignment.Base;
import io.kmirrord.statemachine.Alignment.Cutting;
import io.kmirrord.statemachine.PartitionState.Led;
import io.kmirrord.statemachine.decision.CutDecision;
import io.kmirrord.statemachine.decision.EpochExchange;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.decision.LocalLog;
import io.kmirrord.statemachine.decision.PlannedCut;

/** Jobs 3 to 6, shared by PREPARING and ULE_RECOVERY. */
record Aligner(Owner owner, Led state, Alignment at, Moment now) {

    /** The state whose jobs these are. */
    interface Owner {
        Led in(Core core, Alignment alignment);

        /** The log is a prefix of the source's. */
        Step aligned(Core core, Base base);
    }

    Step logDescribed(Event.LogDescribed event) {
        if (!(at instanceof Alignment.Describing)) {
            return Step.reject(state, event);
        }
        LocalLog log = event.log();
        if (at.base().fullCopy()) {
            return decide(log, CutDecision.fullCopy(log, at.base().sourceLogStart(), consent()));
        }
        return exchange(log, EpochExchange.begin(log, candidate(log)));
    }

    /** Job 3: an offset above which nothing is known to be the source's. */
    private long candidate(LocalLog log) {
        Memory memory = state.core().memory();
        if (at.base().recovery() || memory.touch() == Touch.MIRRORED) {
            return log.leo();
        }
        if (at.base().position() instanceof SourcePosition.Known known) {
            return common(log, known.lme(), known.lmo());
        }
        Position own = memory.lastStop();
        if (own != null && own.isKnown() && own.sourceClusterId().equals(memory.sourceClusterId())) {
            return common(log, own.lme(), own.lmo());
        }
        return log.logStart();
    }

    private static long common(LocalLog log, int lme, long lmo) {
        long bound = lmo < 0 ? Long.MAX_VALUE : lmo;
        return lme < 0 ? bound : Math.min(log.endOfEpoch(lme), bound);
    }

    Step epochAnswered(Event.EpochAnswered event) {
        return at instanceof Alignment.Asking asking
                ? exchange(
                        asking.log(),
                        EpochExchange.answer(asking.log(), asking.asked(), event.epoch(), event.endOffset()))
                : Step.reject(state, event);
    }

    private Step exchange(LocalLog log, EpochExchange.Progress progress) {
        if (progress instanceof EpochExchange.Ask ask) {
            Core core = state.core().next();
            return Step.move(
                    owner.in(core, new Alignment.Asking(at.base(), log, ask)),
                    "up to " + ask.candidate() + " may be common: epoch " + ask.epoch(),
                    new Effect.AskSourceEpoch(core.effectId(), ask.epoch()));
        }
        long agreed = ((EpochExchange.Agreed) progress).offset();
        return decide(log, CutDecision.decide(log, agreed, at.base().sourceLogStart(), consent()));
    }

    private CutDecision.Consent consent() {
        Wish wish = state.core().wish();
        return new CutDecision.Consent(
                wish.overwriteLocal(), wish.confirmCut(), at.base().recovery());
    }

    private Step decide(LocalLog log, CutDecision decision) {
        if (decision instanceof CutDecision.Refused refused) {
            return Entry.failed(state, refused.failure(), now);
        }
        if (decision instanceof CutDecision.Cut cut) {
            long from = cut.cut().restart() ? log.logStart() : cut.cut().offset();
            return measure(log, cut.cut(), "parts from the source at " + from);
        }
        PlannedCut pending = state.core().memory().plannedCut();
        if (at.base().recovery() && pending == null) {
            // Fetching again at once would only be told the same: wait, longer each time.
            String detail = "the source diverged below " + log.leo() + ", but nothing of [" + log.logStart() + ".."
                    + log.leo() + ") parts from it";
            Failure unstable = new Failure(FailureCode.SOURCE_UNSTABLE, detail);
            return Entry.failed(new PartitionState.Mirroring(state.core()), unstable, now);
        }

        int highest = pending == null ? -1 : pending.highestEpoch();
        int next = pending == null ? 0 : pending.nextEpoch();
        long sourceStart = at.base().sourceLogStart();
        if (beginsElsewhere(log, sourceStart)) {
            int local = Math.max(highest, state.core().memory().openEpoch());
            PlannedCut restart = new PlannedCut(sourceStart, true, log.everOpen() ? local : highest, next);
            return cut(restart, log.leo(), "empty: begins where the source does");
        }
        if (pending != null) {
            PlannedCut nothing = new PlannedCut(log.leo(), false, highest, next);
            return cut(nothing, log.leo(), "a cut was begun before: its barrier counts");
        }
        if (log.everOpen() && state.core().memory().touch() != Touch.MIRRORED) {
            return measure(log, new PlannedCut(log.leo(), false, -1, 0), "a replica may hold more than its leader");
        }
        return compareTail("no cut needed at " + log.leo());
    }

    /**
     * Whether an empty log must begin anew where the source does. Below that nothing can be fetched. Above it, clients wrote
     * here and retention removed that: the end of a copy it is not, and the source may hold other records below it. An epoch
     * that is left of theirs may be above those of the source's records.
     */
    private boolean beginsElsewhere(LocalLog log, long sourceStart) {
        if (!log.isEmpty()) {
            return false;
        }
        boolean copied = at.base().recovery() || state.core().memory().touch() == Touch.MIRRORED;
        return copied ? sourceStart > log.leo() : sourceStart != log.leo() || log.lastEpoch() >= 0;
    }

    private Step measure(LocalLog log, PlannedCut cut, String reason) {
        Core core = state.core().next();
        long from = cut.restart() ? log.logStart() : cut.offset();
        return Step.move(
                owner.in(core, new Alignment.Measuring(at.base(), log, cut)),
                reason,
                new Effect.MeasureCut(core.effectId(), from));
    }

    Step cutMeasured(Event.CutMeasured event) {
        if (!(at instanceof Alignment.Measuring measuring)) {
            return Step.reject(state, event);
        }
        LocalLog log = measuring.log();
        PlannedCut planned = measuring.cut();
        Failure over = CutDecision.overLimit(
                log, planned, event.bytes(), state.core().settings().limits(), consent());
        if (over != null) {
            return Entry.failed(state, over, now);
        }
        PlannedCut before = state.core().memory().plannedCut();
        int local = Math.max(planned.highestEpoch(), state.core().memory().openEpoch());
        int highest = Math.max(local, before == null ? -1 : before.highestEpoch());

        PlannedCut cut = new PlannedCut(planned.offset(), planned.restart(), highest, event.nextEpoch());
        Core core = state.core().next();
        long from = cut.restart() ? log.logStart() : cut.offset();
        if (from >= log.leo()) {
            return cut(cut, log.leo(), "nothing to save");
        }
        return Step.move(
                owner.in(core, new Alignment.Salvaging(at.base(), cut, from)),
                "within limits: " + event.bytes() + " bytes",
                new Effect.Salvage(core.effectId(), from, event.bytes(), reason(cut)));
    }

    private SalvageReason reason(PlannedCut cut) {
        if (cut.restart()) {
            return SalvageReason.FULL_COPY;
        }
        return state instanceof PartitionState.UleRecovery ? SalvageReason.ULE_RECOVERY : SalvageReason.PREPARING;
    }

    Step salvaged(Event.Salvaged event) {
        if (!(at instanceof Alignment.Salvaging salvaging)) {
            return Step.reject(state, event);
        }
        Memory before = state.core().memory();
        Cuts.Cut made = new Cuts.Cut(
                event.id(), reason(salvaging.cut()), salvaging.from(), event.savedTo(), event.records(), event.bytes());
        Memory memory = before.withCuts(before.cuts().with(made, before.plannedCut() != null));
        return cut(memory, salvaging.cut(), event.savedTo(), "saved up to " + event.savedTo());
    }

    private Step cut(PlannedCut cut, long savedTo, String reason) {
        return cut(state.core().memory(), cut, savedTo, reason);
    }

    private Step cut(Memory before, PlannedCut cut, long savedTo, String reason) {
        Memory memory = before.withTouch(Touch.CUT).withPlannedCut(cut);
        Core core = state.core().withMemory(memory).next();
        Led next = owner.in(core, new Cutting(at.base(), cut));
        EffectId id = core.effectId();
        Effect effect = cut.restart()
                ? new Effect.RestartAt(id, cut.offset(), savedTo)
                : new Effect.Truncate(id, cut.offset(), savedTo, cut.nextEpoch());
        // From here on a marker of a local coordinator would be a foreign batch above the cut: the fence swallows them.
        Effect fence = new Effect.PutFence(id, FencePhase.MIRRORING, false);
        return Step.move(next, reason, Entry.persist(next, now), fence, effect);
    }

    Step cutDone(Event.CutDone event) {
        if (!(at instanceof Cutting cutting)) {
            return Step.reject(state, event);
        }
        Core core = state.core().next();
        PlannedCut cut = cutting.cut();
        return Step.move(
                owner.in(core, new AwaitingBarrier(at.base(), cut)),
                "cut, ends at " + event.leo(),
                new Effect.AwaitBarrier(core.effectId(), event.leo(), cut.needsAllReplicas()));
    }

    Step barrierReached(Event.BarrierReached event) {
        return at instanceof AwaitingBarrier ? compareTail("every replica made the cut") : Step.reject(state, event);
    }

    private Step compareTail(String reason) {
        Core core = state.core().next();
        return Step.move(
                owner.in(core, new Alignment.ComparingTail(at.base())),
                reason,
                new Effect.CompareTail(core.effectId()));
    }

    Step tailCompared(Event.TailCompared event) {
        if (!(at instanceof Alignment.ComparingTail)) {
            return Step.reject(state, event);
        }
        return event.tail() == Tail.DIFFERENT
                ? failed(new Failure(FailureCode.TAIL_DIFFERS, "the last local batch is not the source's, by CRC"))
                : owner.aligned(state.core(), at.base());
    }

    /** Another log under the same epochs is copied anew where the operator agreed to that: no cut makes it a prefix. */
    Step failed(Failure failure) {
        boolean anew = failure.code() == FailureCode.TAIL_DIFFERS
                && state.core().wish().overwriteLocal()
                && !at.base().recovery()
                && !at.base().fullCopy();
        if (!anew) {
            return Entry.failed(state, failure, now);
        }
        Core core = state.core().next();
        return Step.move(
                owner.in(core, new Alignment.Describing(at.base().copiedAnew())),
                "this log may be overwritten: " + failure.detail(),
                new Effect.DescribeLog(core.effectId()));
    }
}
