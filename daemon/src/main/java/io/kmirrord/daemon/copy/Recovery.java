// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.daemon.copy.CopyState.Beginning;
import io.kmirrord.daemon.copy.CopyState.Ended;
import io.kmirrord.daemon.copy.CopyState.Head;
import io.kmirrord.daemon.copy.CopyState.Stage;
import io.kmirrord.daemon.copy.CopyState.Waiting;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Turns errors into steps. Pure. */
final class Recovery {
    private final Limits limits;

    Recovery(Limits limits) {
        this.limits = limits;
    }

    CopyStep refused(Head head, CopyEvent.Refused refusal, RandomGenerator random) {
        String what = refusal.operation() + " refused, " + refusal.code() + ": " + refusal.message();
        return react(Reaction.to(refusal.code()), head, Failures.ofBridge(refusal.code(), what), random);
    }

    CopyStep unanswered(Head head, CopyEvent.Unanswered lost, RandomGenerator random) {
        String what = lost.operation() + " not answered: " + lost.message();
        return react(Reaction.WAIT, head, new Failure(FailureCode.BRIDGE_UNAVAILABLE, what), random);
    }

    /** For all errors of the source but an offset out of range. */
    CopyStep sourceFailed(Head head, CopyEvent.SourceFailed failed, RandomGenerator random) {
        Reaction reaction = Reaction.to(failed.error());
        String what = "source broker " + head.source().brokerId() + ": " + failed.message();
        return react(
                reaction == Reaction.OFFSETS ? Reaction.REFRESH : reaction,
                head,
                new Failure(Failures.ofSource(failed.error()), what),
                random);
    }

    /** Something that may be corruption: tried again, then reported. */
    CopyStep doubt(Head head, FailureCode code, String what, RandomGenerator random) {
        return react(Reaction.DOUBT, head, new Failure(code, what), random);
    }

    CopyStep fail(Head head, FailureCode code, String what) {
        return end(head, new CopyReport.Failed(new Failure(code, what)), what);
    }

    CopyStep end(Head head, CopyReport report, String reason) {
        return CopyStep.move(new Ended(head.next()), reason, new CopyEffect.StopFetch(), new CopyEffect.Report(report));
    }

    /** Begins again at once; a fetch under way is given up. */
    private CopyStep beginAgain(Head given, String why) {
        Head head = given.next();
        return CopyStep.move(
                new Beginning(head, Stage.BEGIN, LogEnd.UNREAD),
                why,
                new CopyEffect.StopFetch(),
                new CopyEffect.Begin(
                        head.attempt(), head.leaderEpoch(), head.source().epoch()));
    }

    private CopyStep react(Reaction reaction, Head head, Failure failure, RandomGenerator random) {
        Head failed = head.failed();
        String what = failure.detail();
        return switch (reaction) {
            case WAIT -> wait(failed, what, false, random);
            case REFRESH, OFFSETS -> wait(failed, what, true, random);
            case DOUBT -> doubted(head.doubted(), failure, random);
            case AGAIN ->
                failed.failures() == 1
                        ? beginAgain(failed, "begins again: " + what)
                        : wait(failed, what, false, random);
            case FAIL -> fail(head, failure.code(), what);
        };
    }

    private CopyStep doubted(Head head, Failure failure, RandomGenerator random) {
        return head.doubts() >= limits.doubtfulAttempts()
                ? fail(head, failure.code(), failure.detail() + " (" + head.doubts() + " times in a row)")
                : wait(head, failure.detail(), true, random);
    }

    private CopyStep wait(Head head, String what, boolean refresh, RandomGenerator random) {
        long delayMs = limits.backoff().delay(head.failures(), random).toMillis();
        List<CopyEffect> effects = new ArrayList<>();
        effects.add(new CopyEffect.StopFetch());
        if (refresh) {
            effects.add(new CopyEffect.RefreshSource());
        }
        effects.add(new CopyEffect.Schedule(head.attempt(), delayMs));
        return new CopyStep(new Waiting(head), effects, "tries again in " + delayMs + " ms: " + what);
    }
}
