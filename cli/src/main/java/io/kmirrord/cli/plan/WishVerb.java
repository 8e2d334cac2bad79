// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import java.util.Locale;

/** Verbs that revise the wishes of topics which a mirror has. */
public enum WishVerb {
    STOP("Ends mirroring and makes the topics writable, with or without the source."),
    FAILOVER(
            "Makes the topics writable at once, whether the source lives or not; what it has not sent by now is left out."),
    PROMOTE("Waits until the destination has everything, then makes the topics writable."),
    PAUSE("Stops copying; the topics stay read-only and keep their place."),
    RESUME("Goes on copying paused topics."),
    RECOVER("Tries FAILED partitions again at once, and counts their attempts anew.");

    private final String description;

    WishVerb(String description) {
        this.description = description;
    }

    public String description() {
        return description;
    }

    /** Whether mirroring ends for good. */
    boolean stops() {
        return this == STOP || this == FAILOVER || this == PROMOTE;
    }

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
