// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.settings;

import java.util.List;

/**
 * Which ACLs are taken from the source, and how often (KIP-1279 8.7). Immutable.
 *
 * @param enabled {@code acls.sync.enabled}; default false
 * @param includes {@code acls.include}: the declared scope, not empty if it is enabled; default none
 * @param excludes {@code acls.exclude}: the same, stronger; default none
 * @param intervalMs {@code acls.sync.interval.ms}: between two rounds; default 60 s
 */
public record AclSettings(boolean enabled, List<AclRule> includes, List<AclRule> excludes, long intervalMs) {
    private static final String ALL = "topic;*;*;*;*,group;*;*;*;*,transactional-id;*;*;*;*";

    public AclSettings {
        includes = List.copyOf(includes);
        excludes = List.copyOf(excludes);
    }

    /** Returns these, with all that can be synced for a scope where none is declared. */
    public AclSettings declaredOrAll() {
        return includes.isEmpty() ? new AclSettings(enabled, AclRule.list(ALL), excludes, intervalMs) : this;
    }

    static AclSettings from(SettingsReader reader) {
        boolean enabled = reader.optional("acls.sync.enabled", false, Choices::bool);
        // Not a default: what is in scope is for the operator to say.
        List<AclRule> includes = enabled
                ? reader.required("acls.include", List.of(), AclRule::list)
                : reader.optional("acls.include", List.of(), AclRule::list);
        return new AclSettings(
                enabled,
                includes,
                reader.optional("acls.exclude", List.of(), AclRule::list),
                reader.number("acls.sync.interval.ms", 60_000, 100, 86_400_000));
    }
}
