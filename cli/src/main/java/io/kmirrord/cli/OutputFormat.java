// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

import java.util.Locale;

/** How a result is printed. */
public enum OutputFormat {
    TABLE,
    JSON;

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
