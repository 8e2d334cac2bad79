// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import net.bytebuddy.asm.Advice;

/** After {@code Partition.maybeReplaceCurrentWithFutureReplica}. The body is copied into the broker. */
final class LogSwapAdvice {
    private LogSwapAdvice() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object partition, @Advice.Return boolean swapped) {
        if (swapped) {
            Hooks.logSwapped(partition);
        }
    }
}
