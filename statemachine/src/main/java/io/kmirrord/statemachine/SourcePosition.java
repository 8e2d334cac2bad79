// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import java.util.List;

/** What the source's own state topic says of a partition that this cluster wants to mirror from it. */
public sealed interface SourcePosition {

    /** Readable, and the source never mirrored this partition from us. */
    record Absent() implements SourcePosition {}

    /**
     * The source mirrored this partition from us and stopped.
     *
     * @param lme an epoch of our numbering, -1 if its log held none
     * @param lmo first offset that is not ours
     * @param contactMs when it last read from us, 0 if not known
     */
    record Known(int lme, long lmo, long contactMs) implements SourcePosition {}

    /** Anything that is not an answer. Never treated as absent (R11). */
    record Unreadable(String detail) implements SourcePosition {}

    /** The source mirrors this topic from us, directly or through others. */
    record Loop(List<String> mirrors) implements SourcePosition {
        public Loop {
            mirrors = List.copyOf(mirrors);
        }
    }

    /** The reverse mirror at the source is not STOPPED for this partition. */
    record ReverseNotStopped(String mirror, String state) implements SourcePosition {}
}
