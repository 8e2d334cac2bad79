// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A part of a declared scope of ACLs (KIP-1279 "acls.include"); {@link #ANY} in a field means any. Immutable.
 *
 * @param resourceType TOPIC, GROUP or TRANSACTIONAL_ID
 * @param resourceName a name or an RE2 pattern of whole names
 * @param operation as Kafka names it, such as READ
 * @param permission ALLOW or DENY
 * @param principal a principal or an RE2 pattern of whole ones, such as {@code User:app}
 */
public record AclRule(String resourceType, String resourceName, String operation, String permission, String principal) {
    /** Of each field. */
    public static final String ANY = "*";

    private static final List<String> TYPES = List.of("TOPIC", "GROUP", "TRANSACTIONAL_ID");
    private static final List<String> PERMISSIONS = List.of("ALLOW", "DENY");
    /** Those that topics, groups and transactional ids have. */
    private static final List<String> OPERATIONS = List.of(
            "ALL",
            "READ",
            "WRITE",
            "CREATE",
            "DELETE",
            "ALTER",
            "DESCRIBE",
            "DESCRIBE_CONFIGS",
            "ALTER_CONFIGS",
            "TWO_PHASE_COMMIT");

    private static final int SEPARATORS = 4;
    private static final String FORM =
            "rules resourceType;resourceName;operation;permissionType;principal, separated by"
                    + " commas, such as topic;orders-.*;READ;ALLOW;User:app";

    /**
     * Reads rules that are separated by commas. Names and principals, as those of certificates, may hold commas too: only the
     * last one between a principal and the next rule's resource type separates.
     *
     * @throws IllegalArgumentException naming the bad value and what is accepted
     */
    static List<AclRule> list(String text) {
        String[] fields = text.split(";", -1);
        int rules = (fields.length - 1) / SEPARATORS;
        if (rules == 0 || fields.length != rules * SEPARATORS + 1) {
            throw new IllegalArgumentException("'" + text + "' has " + (fields.length - 1)
                    + " semicolons, where each rule has 4; accepted: " + FORM);
        }
        List<AclRule> found = new ArrayList<>();
        String type = fields[0];
        for (int rule = 0; rule < rules; rule++) {
            int first = rule * SEPARATORS;
            String last = fields[first + SEPARATORS];
            int comma = rule + 1 == rules ? last.length() : last.lastIndexOf(',');
            if (comma < 0) {
                throw new IllegalArgumentException("'" + last
                        + "' is a principal and the next rule's resource type, with a comma between them; accepted: "
                        + FORM);
            }
            found.add(new AclRule(
                    word("resource type", type, TYPES),
                    given("resource name", fields[first + 1]),
                    word("operation", fields[first + 2], OPERATIONS),
                    word("permission type", fields[first + 3], PERMISSIONS),
                    given("principal", last.substring(0, comma))));
            type = rule + 1 == rules ? "" : last.substring(comma + 1);
        }
        return found;
    }

    private static String given(String what, String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("'' is no " + what + "; accepted: " + FORM + "; * means any");
        }
        return text.trim();
    }

    private static String word(String what, String text, List<String> accepted) {
        String word = text.trim().toUpperCase(Locale.ROOT).replace('-', '_');
        if (word.equals(ANY) || accepted.contains(word)) {
            return word;
        }
        String never = what.equals("resource type")
                        && Arrays.asList("CLUSTER", "DELEGATION_TOKEN", "USER").contains(word)
                ? " is never synced, as it is a right on the whole cluster"
                : " is no " + what;
        throw new IllegalArgumentException("'" + text.trim() + "'" + never + "; accepted: "
                + String.join(", ", accepted).toLowerCase(Locale.ROOT).replace('_', '-') + ", or * for any");
    }
}
