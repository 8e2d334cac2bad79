// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.settings;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Constants as settings spell them: in lower case, with hyphens. Pure. */
final class Choices {
    private Choices() {}

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException naming the text and what is accepted
     */
    static <E extends Enum<E>> E of(String text, Class<E> type) {
        for (E value : type.getEnumConstants()) {
            if (word(value).equals(text)) {
                return value;
            }
        }
        throw new IllegalArgumentException("'" + text + "'; accepted: "
                + Arrays.stream(type.getEnumConstants()).map(Choices::word).collect(Collectors.joining(", ")));
    }

    /**
     * Reads true or false.
     *
     * @throws IllegalArgumentException naming the text and what is accepted
     */
    static boolean bool(String text) {
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true");
        }
        throw new IllegalArgumentException("'" + text + "'; accepted: true, false");
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
