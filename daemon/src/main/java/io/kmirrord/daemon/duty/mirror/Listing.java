// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import java.util.Collection;
import java.util.stream.Collectors;

/** Names in a message or a record, which must not grow with the cluster. Pure. */
final class Listing {
    static final int MOST = 500;

    private Listing() {}

    /** Returns the names in order, separated by commas; beyond {@link #MOST} only how many there are. */
    static String of(Collection<String> names) {
        String shown = names.stream().sorted().limit(MOST).collect(Collectors.joining(","));
        return names.size() <= MOST ? shown : shown + ",and " + (names.size() - MOST) + " more";
    }
}
