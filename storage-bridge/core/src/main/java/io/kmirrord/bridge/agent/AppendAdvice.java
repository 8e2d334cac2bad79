// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * Around {@code UnifiedLog.appendAsLeader}: the gate. The entry decides, with everything suppressed that it did not
 * mean; the exit throws or returns what the entry returned, with nothing suppressed. The bodies are copied into the
 * broker.
 */
final class AppendAdvice {
    private AppendAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable Object enter(
            @Advice.This Object log, @Advice.Argument(1) int leaderEpoch, @Advice.Argument(2) Object origin) {
        return Hooks.beforeAppend(log, leaderEpoch, origin);
    }

    @Advice.OnMethodExit
    @SuppressWarnings({"UnusedVariable", "ParameterName"}) // assigning the parameter changes what the broker returns
    static void exit(
            @Advice.Enter @Nullable Object instead,
            @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) @Nullable Object appended) {
        if (instead instanceof RuntimeException refusal) {
            throw refusal;
        }
        if (instead != null) {
            appended = instead;
        }
    }
}
