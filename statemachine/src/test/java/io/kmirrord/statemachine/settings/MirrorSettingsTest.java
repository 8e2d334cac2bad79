// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kmirrord.statemachine.Settings.OnGap;
import io.kmirrord.statemachine.Settings.OnLongPause;
import io.kmirrord.statemachine.settings.ConfigSettings.OnShrink;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MirrorSettingsTest {

    @Test
    void theDefaultsNeedABootstrapServerAlone() throws SettingsException {
        MirrorSettings settings = MirrorSettings.parse(Map.of("source.bootstrap.servers", "a:9092, [::1]:9093"));
        assertThat(settings.source().bootstrap()).containsExactly("a:9092", "[::1]:9093");
        assertThat(settings.onGap()).isEqualTo(OnGap.CONTINUE);
        assertThat(settings.onLongPause()).isEqualTo(OnLongPause.FAIL);
        assertThat(settings.supportUncleanElection()).isFalse();
        assertThat(settings.configs())
                .isEqualTo(new ConfigSettings(Map.of(), Set.of(), 30_000, OnShrink.DELAY, 86_400_000));
    }

    @Test
    void configsAreTheSourcesUnlessExcludedAndTheMirrorsWhereItSaysSo() throws SettingsException {
        ConfigSettings configs = MirrorSettings.parse(Map.of(
                        "source.bootstrap.servers", "a:9092",
                        "topic.properties.exclude", "segment.bytes, flush.ms",
                        "topic.config.retention.ms", "5",
                        "topic.config.min.insync.replicas", "2"))
                .configs();
        assertThat(configs.wanted(Map.of(
                        "retention.ms", "1",
                        "segment.bytes", "1",
                        "flush.ms", "1",
                        "cleanup.policy", "compact",
                        "min.insync.replicas", "1",
                        "message.timestamp.type", "CreateTime",
                        "unclean.leader.election.enable", "true",
                        "remote.storage.enable", "true",
                        "leader.replication.throttled.replicas", "*")))
                .isEqualTo(Map.of("retention.ms", "5", "cleanup.policy", "compact", "min.insync.replicas", "2"));
    }

    @Test
    void everyProblemIsNamedWithWhatIsAccepted() {
        List<String> problems = catchThrowableOfType(
                        SettingsException.class,
                        () -> MirrorSettings.parse(Map.of(
                                "source.bootstrap.servers", "a:99999",
                                "on.gap", "skip",
                                "on.long.pause", "FULL_COPY",
                                "on.source.delete", "delete",
                                "replication.factor", "0",
                                "retry.initial.backoff.ms", "10",
                                "retry.max.backoff.ms", "5",
                                "source.address.map", "a:1=b",
                                "sasl.jaas.config", "x")))
                .problems();
        assertThat(problems)
                .containsExactlyInAnyOrder(
                        "source.bootstrap.servers: 'a:99999'; accepted: host:port, [v6]:port, port 1 to 65535",
                        "source.address.map: 'b'; accepted: host:port, [v6]:port, port 1 to 65535",
                        "on.gap: 'skip'; accepted: continue, fail",
                        "on.long.pause: 'FULL_COPY'; accepted: full-copy, fail",
                        "on.source.delete: 'delete'; accepted: keep, stop",
                        "replication.factor = '0'; accepted: -1 (default of the destination), or 1 to 32767",
                        "retry.max.backoff.ms = '5'; accepted: at least retry.initial.backoff.ms, 10",
                        "sasl.jaas.config is not a setting; nearest: topic.config.");
    }

    @Test
    void problemsOfConfigsAreNamedToo() {
        assertThat(catchThrowableOfType(
                                SettingsException.class,
                                () -> MirrorSettings.parse(Map.of(
                                        "source.bootstrap.servers", "a:9092",
                                        "on.source.shrink", "never",
                                        "topic.properties.exclude", "a,,b",
                                        "topic.config.remote.storage.enable", "true")))
                        .problems())
                .containsExactlyInAnyOrder(
                        "on.source.shrink: 'never'; accepted: delay, apply, keep",
                        "topic.properties.exclude: 'a,,b'; accepted: keys of topic configs, comma-separated, such as "
                                + "segment.bytes",
                        "topic.config.remote.storage.enable = 'true'; accepted: false, as the log of a mirror topic is "
                                + "all of it");
    }

    private static AclSettings acls(Map<String, String> own) throws SettingsException {
        Map<String, String> all = new HashMap<>(own);
        all.put("source.bootstrap.servers", "a:9092");
        return MirrorSettings.parse(all).acls();
    }

    @Test
    void aclsAreOptInAndTheirScopeIsDeclared() throws SettingsException {
        assertThat(acls(Map.of())).isEqualTo(new AclSettings(false, List.of(), List.of(), 60_000));
        assertThat(acls(Map.of(
                        "acls.sync.enabled", "true",
                        "acls.include", "topic;orders-.*;READ;ALLOW;User:app",
                        "acls.exclude", "*;*;*;*;User:kmirrord",
                        "acls.sync.interval.ms", "500")))
                .isEqualTo(new AclSettings(
                        true,
                        List.of(new AclRule("TOPIC", "orders-.*", "READ", "ALLOW", "User:app")),
                        List.of(new AclRule("*", "*", "*", "*", "User:kmirrord")),
                        500));
        assertThat(acls(Map.of("acls.include", "group;*;*;*;*")).includes())
                .as("for a dry diff of what is not enabled")
                .hasSize(1);
    }

    @Test
    void namesAndPrincipalsOfAclRulesMayHoldCommas() throws SettingsException {
        assertThat(acls(Map.of(
                                "acls.include",
                                "topic;a{1,2};describe-configs;deny;User:CN=app,OU=b , transactional-id;t;Write;*;User:CN=x,O=y"))
                        .includes())
                .containsExactly(
                        new AclRule("TOPIC", "a{1,2}", "DESCRIBE_CONFIGS", "DENY", "User:CN=app,OU=b"),
                        new AclRule("TRANSACTIONAL_ID", "t", "WRITE", "*", "User:CN=x,O=y"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "topic;a;READ;ALLOW | 'topic;a;READ;ALLOW' has 3 semicolons, where each rule has 4; accepted: rules",
                "topic;a;READ;ALLOW;User:a,group;b;READ | has 6 semicolons",
                "topic;a;READ;ALLOW;User:a;group;b;READ;ALLOW;User:a | has 9 semicolons",
                "topic;a;READ;ALLOW;User:a;b;READ;ALLOW;User:a | 'User:a' is a principal and the next rule's resource type",
                "cluster;kafka-cluster;ALTER;ALLOW;User:a | 'cluster' is never synced, as it is a right on the whole cluster; accepted: topic, group, transactional-id, or * for any",
                "delegation-token;t;DESCRIBE;ALLOW;User:a | 'delegation-token' is never synced",
                "user;t;DESCRIBE;ALLOW;User:a | 'user' is never synced",
                "topics;a;READ;ALLOW;User:a | 'topics' is no resource type; accepted: topic, group, transactional-id, or * for any",
                "topic;a;PRODUCE;ALLOW;User:a | 'PRODUCE' is no operation; accepted: all, read, write, create, delete, alter, describe, describe-configs, alter-configs",
                "topic;a;READ;yes;User:a | 'yes' is no permission type; accepted: allow, deny, or * for any",
                "topic; ;READ;ALLOW;User:a | '' is no resource name",
                "topic;a;READ;ALLOW; | '' is no principal"
            })
    void aBadAclRuleIsNamed(String rules, String problem) {
        assertThatThrownBy(() -> acls(Map.of("acls.sync.enabled", "true", "acls.include", rules)))
                .isInstanceOfSatisfying(
                        SettingsException.class,
                        refused -> assertThat(refused.problems())
                                .singleElement()
                                .asString()
                                .startsWith("acls.include: ")
                                .contains(problem));
    }

    @Test
    void enabledWithoutAScopeIsRefused() {
        assertThatThrownBy(() -> acls(Map.of("acls.sync.enabled", "true")))
                .hasMessageContaining("acls.include is missing; it has no default");
        assertThatThrownBy(() -> acls(Map.of("acls.sync.enabled", "yes")))
                .hasMessageContaining("acls.sync.enabled: 'yes'; accepted: true, false");
    }

    @Test
    void aPrincipalIsTellableFromAPattern() {
        assertThat(List.of("User:a.b-c_d", "User:*", "User:CN=a b,OU=c/d", "Group:ops@x"))
                .allMatch(Names::isPrincipal);
        assertThat(List.of("User:a.*", "User:(a|b)", "app", "User:", ".*", "User:a+"))
                .noneMatch(Names::isPrincipal);
    }

    @Test
    void namesFollowTheRulesOfTopics() {
        assertThat(Names.mirror("west-1.a_b")).isEqualTo("west-1.a_b");
        assertThatThrownBy(() -> Names.mirror("a/b")).hasMessageContaining("'a/b'; accepted: 1 to 100");
        assertThatThrownBy(() -> Names.mirror("..")).isInstanceOf(IllegalArgumentException.class);
        assertThat(Names.isTopic("pay.*")).isFalse();
        assertThat(Names.isInternal("__consumer_offsets")).isTrue();
    }
}
