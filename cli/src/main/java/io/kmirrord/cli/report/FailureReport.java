// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.Durations;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import org.jspecify.annotations.Nullable;

/**
 * Why a partition is FAILED. Immutable.
 *
 * @param attempt 1 or more
 * @param maxAttempts after which an operator is needed
 * @param nextRetry in UTC; null if it is not tried again
 * @param previousState what is resumed
 */
record FailureReport(
        String code,
        String detail,
        int attempt,
        int maxAttempts,
        @Nullable String nextRetry,
        String previousState,
        String whatToDo) {

    /** Returns null for a state that is no failure. */
    static @Nullable FailureReport of(Recorded state, int maxAttempts) {
        var failure = state.failure();
        if (failure == null || state.state() != StateName.FAILED) {
            return null;
        }
        return new FailureReport(
                failure.code().name(),
                failure.detail(),
                state.attempt(),
                maxAttempts,
                state.nextRetryMs() < 0 ? null : Durations.utc(state.nextRetryMs()),
                state.resume().name(),
                failure.code().remedy());
    }

    String line() {
        var retry = nextRetry == null
                ? "not tried again by itself"
                : "attempt " + attempt + " of " + maxAttempts + ", next retry " + nextRetry;
        return code + ": " + detail + "; " + retry + "; what to do: " + whatToDo;
    }
}
