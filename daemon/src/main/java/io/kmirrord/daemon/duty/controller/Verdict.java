// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.statemachine.decision.FailureCode;
import org.jspecify.annotations.Nullable;

/** What a failed call of the bridge means for whoever asked. A value. */
sealed interface Verdict {

    /** Ask again after a back-off: it may pass. */
    record Again(String why) implements Verdict {}

    /** The present fence is not the one that was decided on: look, and decide anew. */
    record LookAgain(String why) implements Verdict {}

    /** Nothing that is repeated will help. */
    record Refuse(FailureCode code, String why) implements Verdict {}

    /**
     * Judges. Pure.
     *
     * @param generation that was asked for
     */
    static Verdict of(@Nullable Throwable problem, long generation) {
        if (!(problem instanceof BridgeException refusal)) {
            return new Again(
                    "the bridge does not answer: " + (problem == null ? "no reason given" : problem.getMessage()));
        }
        String why = refusal.code() + ", " + refusal.getMessage();
        return switch (refusal.code()) {
            case NOT_MONOTONIC, PARTITION_COUNT, STOP_EPOCH_TOO_LOW -> new LookAgain(why);
            case NOT_CONTROLLER -> new Again(why);
            case UNKNOWN_PARTITION -> new Refuse(FailureCode.DESTINATION_DELETED, why);
            case NOT_FENCED -> new Refuse(FailureCode.ALREADY_OPEN, why);
            case FENCE_MISMATCH ->
                new Refuse(
                        refusal.value() > generation ? FailureCode.GENERATION_OVERTAKEN : FailureCode.FENCE_REFUSED,
                        why);
            default ->
                refusal.code().remedy() == ErrorCode.Remedy.RETRY
                        ? new Again(why)
                        : new Refuse(FailureCode.BRIDGE_REFUSED, why);
        };
    }

    /** Returns the refusal that a future failed with, or null if it failed otherwise. */
    static @Nullable BridgeException refusal(@Nullable Throwable problem) {
        return problem instanceof BridgeException refusal ? refusal : null;
    }
}
