// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Around {@code UnifiedLog.maybeIncrementLogStartOffset}; made as {@link AppendAdvice}. */
final class LogStartAdvice {
    private LogStartAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable RuntimeException enter(@Advice.This Object log, @Advice.Argument(1) Object reason) {
        return Hooks.beforeLogStart(log, reason);
    }

    @Advice.OnMethodExit
    static void exit(@Advice.Enter @Nullable RuntimeException refusal) {
        if (refusal != null) {
            throw refusal;
        }
    }
}
