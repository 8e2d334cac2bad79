// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import java.util.Optional;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/**
 * After {@code UnifiedLog.endOffsetForEpoch}: where the log knows no answer, the hook may. The body is copied into the
 * broker.
 */
final class EpochEndAdvice {
    private EpochEndAdvice() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    @SuppressWarnings({"UnusedVariable", "ParameterName"}) // assigning the parameter changes what the broker returns
    static void exit(
            @Advice.This Object log,
            @Advice.Argument(0) int epoch,
            @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Optional<?> end) {
        if (end.isEmpty()) {
            end = Hooks.endOfUnknownEpoch(log, epoch);
        }
    }
}
