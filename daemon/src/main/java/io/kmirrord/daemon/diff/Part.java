// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.diff;

import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Unread;
import java.util.List;

/** What came of one subject, or of a part of it. Immutable. */
public record Part(List<Difference> differences, List<Unread> unread) {
    public Part {
        differences = List.copyOf(differences);
        unread = List.copyOf(unread);
    }

    /** One of which nothing was left unread. */
    public static Part of(List<Difference> differences) {
        return new Part(differences, List.of());
    }

    /** One of which nothing could be compared. */
    public static Part unread(List<Unread> unread) {
        return new Part(List.of(), unread);
    }
}
