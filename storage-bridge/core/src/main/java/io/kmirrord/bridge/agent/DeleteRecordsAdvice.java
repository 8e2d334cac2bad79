// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Around {@code Partition.deleteRecordsOnLeader}; made as {@link AppendAdvice}. */
final class DeleteRecordsAdvice {
    private DeleteRecordsAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable RuntimeException enter(@Advice.This Object partition) {
        return Hooks.beforeDeleteRecords(partition);
    }

    @Advice.OnMethodExit
    static void exit(@Advice.Enter @Nullable RuntimeException refusal) {
        if (refusal != null) {
            throw refusal;
        }
    }
}
