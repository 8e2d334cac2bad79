// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import net.bytebuddy.asm.Advice;

/** Around {@code Partition.makeLeader}. The bodies are copied into the broker. */
final class MakeLeaderAdvice {
    private MakeLeaderAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() {
        Hooks.leaderBegins();
    }

    @Advice.OnMethodExit(suppress = Throwable.class, onThrowable = Throwable.class)
    static void exit(@Advice.This Object partition) {
        Hooks.leaderMade(partition);
    }
}
