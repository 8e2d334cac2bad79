// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import io.kmirrord.statemachine.settings.AclRule;
import io.kmirrord.statemachine.settings.AclSettings;
import io.kmirrord.statemachine.settings.Names;
import java.util.List;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.resource.PatternType;

/**
 * Which ACLs a mirror's settings declare to be synced: those that a rule includes and none excludes. A rule whose resource name
 * can be a topic's name means that name alone, not what begins with it; a pattern is compared with the name that the ACL has,
 * prefixed or not. The rule of mirrorctl and of the daemons. Immutable.
 */
public final class AclScope {
    private final List<Rule> includes;
    private final List<Rule> excludes;

    /** @throws BadPatternException naming the first pattern that is wrong, and why */
    public AclScope(AclSettings settings) {
        includes = settings.includes().stream().map(Rule::new).toList();
        excludes = settings.excludes().stream().map(Rule::new).toList();
    }

    /** Returns whether an ACL is in scope. */
    public boolean means(AclBinding acl) {
        return includes.stream().anyMatch(rule -> rule.includes(acl))
                && excludes.stream().noneMatch(rule -> rule.excludes(acl));
    }

    private static final class Rule {
        private final AclRule rule;
        private final TopicPatterns names;
        private final TopicPatterns principals;

        Rule(AclRule rule) {
            this.rule = rule;
            names = patterns(rule.resourceName());
            String principal = rule.principal();
            principals = Names.isPrincipal(principal) ? TopicPatterns.literally(principal) : patterns(principal);
        }

        private static TopicPatterns patterns(String text) {
            return TopicPatterns.parse(text.equals(AclRule.ANY) ? List.of() : List.of(text));
        }

        /** A prefix reaches further than the one name that a rule names. */
        boolean includes(AclBinding acl) {
            return excludes(acl)
                    && (acl.pattern().patternType() == PatternType.LITERAL
                            || names.literals().isEmpty());
        }

        /** Without regard to what else a prefix reaches: an exclusion is to keep away at least what it names. */
        boolean excludes(AclBinding acl) {
            return is(rule.resourceType(), acl.pattern().resourceType().name())
                    && is(rule.operation(), acl.entry().operation().name())
                    && is(rule.permission(), acl.entry().permissionType().name())
                    && (names.isEmpty() || names.matches(acl.pattern().name()))
                    && (principals.isEmpty() || principals.matches(acl.entry().principal()));
        }

        private static boolean is(String wanted, String name) {
            return wanted.equals(AclRule.ANY) || wanted.equals(name);
        }
    }
}
