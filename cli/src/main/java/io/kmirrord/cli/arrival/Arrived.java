// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.arrival;

import java.util.Locale;

/** Whether a partition is where it was wished. */
public enum Arrived {
    YES,
    /** Not yet. */
    WAITING,
    /** It will not without an operator. */
    FAILED,
    /** Somebody wished something else meanwhile. */
    OVERTAKEN;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
