// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.diff;

import java.util.Locale;

/** One of the two clusters. */
public enum Side {
    SOURCE,
    DESTINATION;

    /** As it is shown. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
