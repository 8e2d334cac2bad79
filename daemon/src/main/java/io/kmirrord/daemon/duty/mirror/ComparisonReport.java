// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.copy.Failures;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.diff.DiffAnswer;
import io.kmirrord.statemachine.view.RecordValue.Outcome;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What is told of a comparison. Pure; nodes and times are filled in by who writes it. */
final class ComparisonReport {
    private ComparisonReport() {}

    /** @param details of {@link io.kmirrord.statemachine.codec.DiffCodec} */
    static Outcome done(DiffAnswer found, Map<String, String> details) {
        long look = found.differences().stream().filter(one -> !one.intended()).count();
        return new Outcome(
                true, look + " differences, " + found.unread().size() + " parts could not be read", -1, 0, details);
    }

    /**
     * The source cannot be asked at all.
     *
     * @param waited for its answer
     */
    static Outcome noSource(@Nullable Throwable problem, Duration waited) {
        if (problem instanceof TimeoutException) {
            return refused("UNREACHABLE", "no answer within " + waited.toMillis() + " ms");
        }
        Failure failure = Failures.of(problem == null ? new IllegalStateException("no answer") : problem);
        String code = switch (failure.code()) {
            case SOURCE_UNREACHABLE -> "UNREACHABLE";
            case SOURCE_UNAUTHORIZED -> "DENIED";
            default -> failure.code().name();
        };
        return refused(code, failure.detail());
    }

    static Outcome refused(String code, String text) {
        return new Outcome(false, text, -1, 0, Map.of("code", code));
    }
}
