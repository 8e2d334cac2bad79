// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import net.bytebuddy.asm.Advice;

/** After {@code Partition.makeFollower}. The body is copied into the broker. */
final class MakeFollowerAdvice {
    private MakeFollowerAdvice() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object partition, @Advice.Return boolean newLeaderEpoch) {
        Hooks.followerMade(partition, newLeaderEpoch);
    }
}
