// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import net.bytebuddy.asm.Advice;

/** Around {@code BrokerMetadataPublisher.onMetadataUpdate}. The bodies are copied into the broker. */
final class ImageAdvice {
    private ImageAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object delta, @Advice.Argument(1) Object image) {
        Hooks.beforeImage(delta, image);
    }

    @Advice.OnMethodExit(suppress = Throwable.class, onThrowable = Throwable.class)
    static void exit(@Advice.Argument(0) Object delta, @Advice.Argument(1) Object image) {
        Hooks.afterImage(delta, image);
    }
}
