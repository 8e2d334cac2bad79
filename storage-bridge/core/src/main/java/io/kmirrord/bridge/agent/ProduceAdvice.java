// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * Before {@code ReplicaManager.handleProduceAppend}: the request goes on with the partitions that are not fenced, or
 * not at all. The body is copied into the broker.
 */
final class ProduceAdvice {
    private ProduceAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
    @SuppressWarnings({"UnusedVariable", "ParameterName"}) // assigning a parameter changes the broker's argument
    static boolean enter(
            @Advice.This Object replicaManager,
            @Advice.Argument(value = 4, readOnly = false, typing = Assigner.Typing.DYNAMIC) Object entries,
            @Advice.Argument(value = 5, readOnly = false, typing = Assigner.Typing.DYNAMIC) Object callback) {
        Object @Nullable [] split = Hooks.beforeProduce(replicaManager, entries, callback);
        if (split == null) {
            return false;
        }
        if (split[0] == null) {
            return true;
        }
        entries = split[0];
        callback = split[1];
        return false;
    }
}
