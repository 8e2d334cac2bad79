// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.statemachine.settings.AclRule;
import io.kmirrord.statemachine.settings.AclSettings;
import java.util.List;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AclScopeTest {
    private static AclRule rule(String text) {
        String[] fields = text.split(";", -1);
        return new AclRule(fields[0], fields[1], fields[2], fields[3], fields[4]);
    }

    private static AclScope scope(String include, String... excludes) {
        return new AclScope(new AclSettings(
                true,
                List.of(rule(include)),
                List.of(excludes).stream().map(AclScopeTest::rule).toList(),
                1));
    }

    private static AclBinding read(ResourceType type, PatternType pattern, String name, String principal) {
        return new AclBinding(
                new ResourcePattern(type, name, pattern),
                new AccessControlEntry(principal, "*", AclOperation.READ, AclPermissionType.ALLOW));
    }

    @ParameterizedTest
    @CsvSource({
        "*;*;*;*;*, LITERAL, orders, User:app, true",
        "TOPIC;orders;READ;ALLOW;User:app, LITERAL, orders, User:app, true",
        "GROUP;orders;READ;ALLOW;User:app, LITERAL, orders, User:app, false",
        "TOPIC;orders;WRITE;ALLOW;User:app, LITERAL, orders, User:app, false",
        "TOPIC;orders;ALL;ALLOW;User:app, LITERAL, orders, User:app, false",
        "TOPIC;orders;READ;DENY;User:app, LITERAL, orders, User:app, false",
        "TOPIC;orders;READ;ALLOW;User:app, LITERAL, orders-a, User:app, false",
        "TOPIC;orders;READ;ALLOW;User:app, PREFIXED, orders, User:app, false",
        "TOPIC;orders-.*;READ;ALLOW;User:app, PREFIXED, orders-, User:app, true",
        "TOPIC;orders-.*;READ;ALLOW;User:app, PREFIXED, order, User:app, false",
        "TOPIC;orders-.*;READ;ALLOW;User:app, LITERAL, *, User:app, false",
        "TOPIC;\\*;READ;ALLOW;User:app, LITERAL, *, User:app, true",
        "TOPIC;\\*;READ;ALLOW;User:app, LITERAL, orders, User:app, false",
        "TOPIC;*;READ;ALLOW;User:a.c, LITERAL, orders, User:abc, false",
        "TOPIC;*;READ;ALLOW;User:a.c, LITERAL, orders, User:a.c, true",
        "TOPIC;*;READ;ALLOW;User:a.+, LITERAL, orders, User:abc, true",
        "TOPIC;*;READ;ALLOW;User:*, LITERAL, orders, User:*, true",
        "TOPIC;*;READ;ALLOW;User:*, LITERAL, orders, User:abc, false",
        "TOPIC;*;READ;ALLOW;User:.*, LITERAL, orders, User:abc, true",
    })
    void aRuleMeansNoMoreThanItSays(
            String include, PatternType pattern, String name, String principal, boolean expected) {
        assertThat(scope(include).means(read(ResourceType.TOPIC, pattern, name, principal)))
                .isEqualTo(expected);
    }

    @Test
    void anExclusionIsStrongerAndKeepsPrefixesAwayToo() {
        AclScope scope = scope("*;*;*;*;*", "TOPIC;pay;*;*;*", "*;*;*;*;User:kmirrord");
        assertThat(scope.means(read(ResourceType.TOPIC, PatternType.LITERAL, "orders", "User:app")))
                .isTrue();
        assertThat(scope.means(read(ResourceType.TOPIC, PatternType.LITERAL, "pay", "User:app")))
                .isFalse();
        assertThat(scope.means(read(ResourceType.TOPIC, PatternType.PREFIXED, "pay", "User:app")))
                .isFalse();
        assertThat(scope.means(read(ResourceType.GROUP, PatternType.LITERAL, "pay", "User:app")))
                .isTrue();
        assertThat(scope.means(read(ResourceType.GROUP, PatternType.LITERAL, "g", "User:kmirrord")))
                .isFalse();
    }

    @Test
    void aBadPatternIsNamed() {
        assertThatThrownBy(() -> scope("TOPIC;a(;READ;ALLOW;User:app"))
                .isInstanceOfSatisfying(
                        BadPatternException.class,
                        refused -> assertThat(refused.pattern()).isEqualTo("a("));
        assertThatThrownBy(() -> scope("TOPIC;a;READ;ALLOW;User:[")).isInstanceOf(BadPatternException.class);
    }

    @Test
    void withoutARuleNothingIsMeant() {
        assertThat(new AclScope(new AclSettings(false, List.of(), List.of(), 1))
                        .means(read(ResourceType.TOPIC, PatternType.LITERAL, "a", "User:app")))
                .isFalse();
    }
}
