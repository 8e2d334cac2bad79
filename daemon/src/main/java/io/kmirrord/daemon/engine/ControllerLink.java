// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.statemachine.view.RecordValue;
import java.util.concurrent.CompletableFuture;

/** Asks the daemon beside the active controller. Thread-safe; does not block. */
@FunctionalInterface
public interface ControllerLink {
    /**
     * Asks.
     *
     * @return its outcome, done or refused; fails when nobody answered in time
     */
    CompletableFuture<RecordValue.Outcome> ask(String mirror, RecordValue.Request request);
}
