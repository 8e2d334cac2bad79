// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import java.util.concurrent.CompletionStage;

/** What the engine registers: how to ask it for its state. */
@FunctionalInterface
public interface MetricsSource {

    /**
     * Asks all queues of the engine. Called from any thread, never again before the answer to the call before; must not
     * block. A queue that does not move is allowed to keep the answer away for ever: whoever asks has a deadline.
     *
     * @return completes on any thread; exceptionally when there is no answer, which counts as none
     */
    CompletionStage<DaemonSnapshot> snapshot();
}
