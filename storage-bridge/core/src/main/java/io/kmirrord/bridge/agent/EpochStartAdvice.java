// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import net.bytebuddy.asm.Advice;

/** Around {@code UnifiedLog.assignEpochStartOffset}: skipped inside makeLeader of fenced partitions (F7). */
final class EpochStartAdvice {
    private EpochStartAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(@Advice.This Object log) {
        return Hooks.skipsEpochStart(log);
    }
}
