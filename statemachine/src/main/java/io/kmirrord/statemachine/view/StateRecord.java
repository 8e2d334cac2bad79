// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.view;

import org.jspecify.annotations.Nullable;

/**
 * A record of {@code __mirror_state}. Immutable.
 *
 * @param value null for a tombstone
 */
public record StateRecord(RecordKey key, @Nullable RecordValue value) {

    /**
     * Returns this.
     *
     * @throws IllegalArgumentException if the value is not one for the key
     */
    public StateRecord checked() {
        if (value != null && !Pairs.match(key, value)) {
            throw new IllegalArgumentException("value " + value.getClass().getSimpleName() + " for key " + key
                    + "; accepted: " + Pairs.valuesOf(key));
        }
        return this;
    }
}
