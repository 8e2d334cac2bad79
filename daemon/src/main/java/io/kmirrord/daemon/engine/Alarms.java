// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.statemachine.decision.Failure;

/** Counts what an operator must see. Thread-safe. */
public interface Alarms {
    /** A partition entered FAILED. */
    void failed(Place place, Failure failure);

    /** Offsets that were never copied. */
    void gap(Place place, long fromOffset, long toOffset);

    /** What a cut removed was saved. */
    void salvaged(Place place, long bytes);
}
