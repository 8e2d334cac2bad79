// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import java.util.Collection;
import java.util.stream.Collectors;

/** Lists in messages. Pure. */
public final class Texts {
    private static final int SHOWN = 10;

    private Texts() {}

    /** Returns the first ten in order and how many more there are; "none" for none. */
    public static String some(Collection<String> names) {
        if (names.isEmpty()) {
            return "none";
        }
        var shown = names.stream().sorted().limit(SHOWN).collect(Collectors.joining(", "));
        return names.size() > SHOWN ? shown + " and " + (names.size() - SHOWN) + " more" : shown;
    }
}
