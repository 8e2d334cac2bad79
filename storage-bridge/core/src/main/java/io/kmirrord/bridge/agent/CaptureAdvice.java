// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import net.bytebuddy.asm.Advice;

/** Advice at the end of constructors: the objects that the bridge works on. The bodies are copied into the broker. */
final class CaptureAdvice {
    private CaptureAdvice() {}

    /** Of {@code kafka.server.SharedServer}. */
    static final class SharedServerBuilt {
        private SharedServerBuilt() {}

        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.This Object self) {
            Hooks.sharedServerBuilt(self);
        }
    }

    /** Of {@code kafka.server.ReplicaManager}. */
    static final class ReplicaManagerBuilt {
        private ReplicaManagerBuilt() {}

        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.This Object self) {
            Hooks.replicaManagerBuilt(self);
        }
    }

    /** Of {@code org.apache.kafka.controller.QuorumController}. */
    static final class QuorumControllerBuilt {
        private QuorumControllerBuilt() {}

        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.This Object self) {
            Hooks.quorumControllerBuilt(self);
        }
    }
}
