// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Entry of the agent. Does nothing but wait for the class that only a broker or controller loads: the JVM option that
 * brings the agent reaches Kafka's command-line tools as well, which must not notice it (operations-review R13).
 */
public final class BridgeAgent {
    private BridgeAgent() {}

    /**
     * Called by the JVM before {@code main}. Never throws: an exception here ends the JVM.
     *
     * @param argument text after {@code =} of the {@code -javaagent} option
     */
    public static void premain(@Nullable String argument, Instrumentation instrumentation) {
        try {
            instrumentation.addTransformer(new NodeTrigger(argument == null ? "" : argument, instrumentation));
        } catch (Throwable t) {
            System.err.println("kmirrord storage bridge: not started, the JVM goes on without it: " + t);
        }
    }
}
