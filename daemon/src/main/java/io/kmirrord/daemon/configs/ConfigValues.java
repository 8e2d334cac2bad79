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
    /** How policies of cleanup are told. */
    static final String CLEANUP = "cleanup.policy";

    /** How large records may be. */
    static final String MAX_BYTES = "max.message.bytes";

    /** Keys whose value decides what is kept, and what is taken from producers. */
    static final List<String> INHERITED = List.of(
            CLEANUP, "delete.retention.ms", MAX_BYTES, "min.compaction.lag.ms", "retention.bytes", "retention.ms");

    private static final Set<String> RETENTION = Set.of("retention.ms", "retention.bytes");
    /** How long a compacted log keeps, beyond the last record of each key: any record at first, and what says that a key is gone. */
    private static final Set<String> COMPACTED = Set.of("min.compaction.lag.ms", "delete.retention.ms");

    private static final String DELETE = "delete";
    private static final String COMPACT = "compact";

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
     * Returns whether a log may keep less under the second value than under the first: a shorter or smaller retention, where
     * -1 is without end, a cleanup that begins to delete or to compact, or, where a log is compacted, a shorter time before
     * records are compacted or signs of deletion go. What only hastens what may be done already is none of it.
     *
     * @param before in effect, null if it is not known
     * @param after in effect, null if it is not known
     * @param policy of the log's cleanup in effect, null if it is not known
     */
    static boolean shrinks(String key, @Nullable String before, @Nullable String after, @Nullable String policy) {
        if (before == null || after == null) {
            return false;
        }
        if (key.equals(CLEANUP)) {
            return begins(DELETE, before, after) || begins(COMPACT, before, after);
        }
        return (RETENTION.contains(key) || (COMPACTED.contains(key) && has(policy, COMPACT)))
                && amount(after).compareTo(amount(before)) < 0;
    }

    /**
     * Returns whether the second of two clusters keeps less of a log than the first, or takes less of its producers. A value that
     * a cluster does not tell is none that can be compared.
     *
     * @param policy of the log's cleanup in the second, null if it is not known
     */
    static boolean isLess(String key, @Nullable String there, @Nullable String here, @Nullable String policy) {
        if (key.equals(CLEANUP)) {
            return shrinks(key, there, here, policy);
        }
        if (there == null || here == null || there.isBlank() || here.isBlank()) {
            return false;
        }
        return key.equals(MAX_BYTES)
                ? amount(here).compareTo(amount(there)) < 0
                : (!RETENTION.contains(key) || has(policy, DELETE)) && shrinks(key, there, here, policy);
    }

    private static boolean begins(String cleanup, String before, String after) {
        return has(after, cleanup) && !has(before, cleanup);
    }

    private static boolean has(@Nullable String policy, String cleanup) {
        return policy != null
                && Arrays.stream(policy.split(",", -1)).map(String::trim).anyMatch(cleanup::equals);
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
