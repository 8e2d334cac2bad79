// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.settings;

import java.util.regex.Pattern;

/** Rules of names. Pure. */
public final class Names {
    private static final Pattern MIRROR = Pattern.compile("[a-zA-Z0-9._-]{1,100}");
    private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");
    private static final Pattern PRINCIPAL = Pattern.compile("[a-zA-Z0-9]+:(\\*|[\\p{L}\\p{N}._:@=,/ -]+)");
    private static final String INTERNAL_PREFIX = "__";

    private Names() {}

    /**
     * Checks a mirror's name.
     *
     * @throws IllegalArgumentException naming it and what is accepted
     */
    public static String mirror(String name) {
        if (!MIRROR.matcher(name).matches() || isDots(name)) {
            throw new IllegalArgumentException("mirror name '" + name
                    + "'; accepted: 1 to 100 of the characters a-z A-Z 0-9 . _ -, but not . or ..");
        }
        return name;
    }

    /** Returns whether a text can be a topic's name, and so is no pattern but itself. */
    public static boolean isTopic(String name) {
        return TOPIC.matcher(name).matches() && !isDots(name);
    }

    /**
     * Returns whether a text can be a principal, and so is no pattern but itself: a type and a name without signs of patterns
     * but the dot; or everyone, {@code User:*}.
     */
    public static boolean isPrincipal(String name) {
        return PRINCIPAL.matcher(name).matches();
    }

    /** Returns whether a topic is internal, Kafka's or ours, and so never mirrored. */
    public static boolean isInternal(String topic) {
        return topic.startsWith(INTERNAL_PREFIX);
    }

    private static boolean isDots(String name) {
        return name.equals(".") || name.equals("..");
    }
}
