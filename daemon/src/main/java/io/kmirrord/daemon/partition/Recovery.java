// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.partition;

import io.kmirrord.daemon.partition.PartitionState.Failed;
import io.kmirrord.daemon.partition.PartitionState.Head;
import io.kmirrord.daemon.partition.PartitionState.Preparing;
import io.kmirrord.daemon.partition.PartitionState.Stage;
import io.kmirrord.daemon.partition.PartitionState.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Turns errors into steps. Pure. */
final class Recovery {
    private final Limits limits;

    Recovery(Limits limits) {
        this.limits = limits;
    }

    Step refused(Head head, Event.Refused refusal, RandomGenerator random) {
        String what = refusal.operation() + " refused, " + refusal.code() + ": " + refusal.message();
        return react(Reaction.to(refusal.code()), head, what, Reaction.advice(refusal.code()), random);
    }

    Step unanswered(Head head, Event.Unanswered lost, RandomGenerator random) {
        return react(Reaction.WAIT, head, lost.operation() + " not answered: " + lost.message(), "", random);
    }

    /** For all errors of the source but an offset out of range. */
    Step sourceFailed(Head head, Event.SourceFailed failed, RandomGenerator random) {
        Reaction reaction = Reaction.to(failed.error());
        String what = "source broker " + head.source().brokerId() + ": " + failed.message();
        return react(
                reaction == Reaction.OFFSETS ? Reaction.REFRESH : reaction,
                head,
                what,
                "Look into the log of the source broker",
                random);
    }

    /** Something that may be corruption: tried again, then FAILED. */
    Step doubt(Head head, String what, String advice, RandomGenerator random) {
        return react(Reaction.DOUBT, head, what, advice, random);
    }

    Step fail(Head head, String what, String advice) {
        return Step.move(new Failed(head.next(), false), what + ". " + advice, new Effect.StopFetch());
    }

    /** Begins again at once; a fetch under way is given up. */
    Step beginAgain(Head given, String why) {
        Head head = given.next();
        return Step.move(
                new Preparing(head, Stage.BEGIN, LogEnd.UNREAD),
                why,
                new Effect.StopFetch(),
                new Effect.Begin(
                        head.attempt(),
                        head.around().leaderEpoch(),
                        head.source().epoch()));
    }

    private Step react(Reaction reaction, Head head, String what, String advice, RandomGenerator random) {
        Head failed = head.failed();
        return switch (reaction) {
            case WAIT -> wait(failed, what, false, random);
            case REFRESH, OFFSETS -> wait(failed, what, true, random);
            case DOUBT -> doubted(head.doubted(), what, advice, random);
            case AGAIN ->
                failed.failures() == 1
                        ? beginAgain(failed, "begins again: " + what)
                        : wait(failed, what, false, random);
            case FAIL -> fail(head, what, advice);
        };
    }

    private Step doubted(Head head, String what, String advice, RandomGenerator random) {
        return head.doubts() >= limits.doubtfulAttempts()
                ? fail(head, what + " (" + head.doubts() + " times in a row)", advice)
                : wait(head, what, true, random);
    }

    private Step wait(Head head, String what, boolean refresh, RandomGenerator random) {
        long delayMs = limits.backoff().delay(head.failures(), random).toMillis();
        List<Effect> effects = new ArrayList<>();
        effects.add(new Effect.StopFetch());
        if (refresh) {
            effects.add(new Effect.RefreshSource());
        }
        effects.add(new Effect.Schedule(head.attempt(), delayMs));
        return new Step(new Unknown(head), effects, "tries again in " + delayMs + " ms: " + what);
    }
}
