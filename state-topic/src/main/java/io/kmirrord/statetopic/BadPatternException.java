// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

/** A text is neither a topic's name nor a pattern of names. */
public final class BadPatternException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String pattern;
    private final String why;

    BadPatternException(String pattern, String why) {
        super("pattern '" + pattern + "': " + why
                + "; accepted: the name of a topic, or an RE2 pattern of the whole name such as 'orders-.*'");
        this.pattern = pattern;
        this.why = why;
    }

    /** As it was given. */
    public String pattern() {
        return pattern;
    }

    /** What is wrong with it, a phrase without a full stop. */
    public String why() {
        return why;
    }
}
