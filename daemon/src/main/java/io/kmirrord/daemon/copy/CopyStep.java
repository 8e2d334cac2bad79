// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of one step.
 *
 * @param effects to be carried out in this order
 * @param reason why the state changed, null when its name did not
 */
public record CopyStep(
        CopyState next, List<CopyEffect> effects, @Nullable String reason) {

    public CopyStep {
        effects = List.copyOf(effects);
    }

    static CopyStep stay(CopyState state, CopyEffect... effects) {
        return new CopyStep(state, List.of(effects), null);
    }

    static CopyStep move(CopyState state, String reason, CopyEffect... effects) {
        return new CopyStep(state, List.of(effects), reason);
    }
}
