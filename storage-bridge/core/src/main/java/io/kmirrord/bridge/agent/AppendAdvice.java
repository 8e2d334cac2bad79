// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Around {@code UnifiedLog.appendAsLeader}: the gate. The entry decides, with everything suppressed that it did not
 * mean; the exit throws what the entry returned, with nothing suppressed. The bodies are copied into the broker.
 */
final class AppendAdvice {
    private AppendAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable RuntimeException enter(
            @Advice.This Object log, @Advice.Argument(1) int leaderEpoch, @Advice.Argument(2) Object origin) {
        return Hooks.beforeAppend(log, leaderEpoch, origin);
    }

    @Advice.OnMethodExit
    static void exit(@Advice.Enter @Nullable RuntimeException refusal) {
        if (refusal != null) {
            throw refusal;
        }
    }
}
