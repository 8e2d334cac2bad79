// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.diff;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A thing that is on one side only, or is not the same on both. Immutable. Holds no secret.
 *
 * @param name of the thing, unique within the subject
 * @param source what is there, null for nothing
 * @param destination what is here, null for nothing
 * @param note why, if it is known, and what becomes of it; may be empty
 * @param intended the mirror means it to differ, or it passes by itself in the ordinary course
 */
public record Difference(
        Subject subject,
        String name,
        Kind kind,
        @Nullable String source,
        @Nullable String destination,
        String note,
        boolean intended) {
    /** By subject; in it first what needs a look. */
    public static final Comparator<Difference> ORDER = Comparator.comparing(Difference::subject)
            .thenComparing(Difference::intended)
            .thenComparing(Difference::name);

    /** On which side the thing is. */
    public enum Kind {
        ONLY_SOURCE,
        ONLY_DESTINATION,
        DIFFERS
    }

    /** Returns the difference of two texts, of which one may be null. */
    public static Difference of(
            Subject subject,
            String name,
            @Nullable String source,
            @Nullable String destination,
            String note,
            boolean intended) {
        Kind kind = source == null ? Kind.ONLY_DESTINATION : destination == null ? Kind.ONLY_SOURCE : Kind.DIFFERS;
        return new Difference(subject, name, kind, source, destination, note, intended);
    }
}
