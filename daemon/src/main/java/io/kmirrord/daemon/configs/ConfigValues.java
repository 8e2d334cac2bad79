// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What values of topic configs mean. Pure. */
public final class ConfigValues {
    private static final Set<String> RETENTION = Set.of("retention.ms", "retention.bytes");
    private static final String CLEANUP = "cleanup.policy";
    private static final String DELETE = "delete";

    private ConfigValues() {}

    /** Returns whether two are the same: a cluster tells a value in its own spelling, not as it was given. */
    public static boolean same(@Nullable String one, @Nullable String two) {
        return Objects.equals(one, two)
                || (one != null && two != null && spelled(one).equals(spelled(two)));
    }

    private static String spelled(String value) {
        return Arrays.stream(value.split(",", -1))
                .map(String::trim)
                .map(ConfigValues::spelledPart)
                .collect(Collectors.joining(","));
    }

    private static String spelledPart(String part) {
        if (part.equalsIgnoreCase("true") || part.equalsIgnoreCase("false")) {
            return part.toLowerCase(Locale.ROOT);
        }
        try {
            return new BigDecimal(part).stripTrailingZeros().toPlainString();
        } catch (NumberFormatException e) {
            // Not a number: it means what it says.
            return part;
        }
    }

    /**
     * Returns whether a log keeps less under the second value: a shorter or smaller retention, where -1 is without end, or a
     * cleanup that begins to delete.
     *
     * @param before in effect, null if it is not known
     * @param after in effect, null if it is not known
     */
    static boolean shrinks(String key, @Nullable String before, @Nullable String after) {
        if (before == null || after == null) {
            return false;
        }
        if (RETENTION.contains(key)) {
            return amount(after).compareTo(amount(before)) < 0;
        }
        return key.equals(CLEANUP) && deletes(after) && !deletes(before);
    }

    private static boolean deletes(String policy) {
        List<String> parts =
                Arrays.stream(policy.split(",", -1)).map(String::trim).toList();
        return parts.contains(DELETE);
    }

    /** Without end: more than any other. What is no number is left to the cluster to refuse. */
    private static BigDecimal amount(String value) {
        BigDecimal endless = BigDecimal.valueOf(Long.MAX_VALUE);
        try {
            BigDecimal amount = new BigDecimal(value.trim());
            return amount.signum() < 0 ? endless : amount;
        } catch (NumberFormatException e) {
            return endless;
        }
    }
}
