// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;

/** An effect that failed for a reason that has a code. */
final class EffectFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final Failure failure;

    EffectFailure(FailureCode code, String detail) {
        super(code + ": " + detail);
        failure = new Failure(code, detail);
    }

    Failure failure() {
        return failure;
    }
}
