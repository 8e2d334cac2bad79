// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.acls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.daemon.acls.AclAnswer;
import io.kmirrord.daemon.acls.AclRefusal;
import io.kmirrord.daemon.acls.AdminAcls;
import io.kmirrord.it.fixture.AclTable;
import io.kmirrord.it.fixture.Clients;
import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Sites;
import io.kmirrord.it.fixture.TopicSettings;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaVersion;
import io.kmirrord.testkit.cluster.Versions;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The table of the guide, between two clusters with authorizers. Each test has resources of its own prefix. */
@Tag("long")
class AclSyncIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String ANONYMOUS = "User:ANONYMOUS";
    private static final String PACER = "pacer";
    private static final String CLUSTER = "kafka-cluster";
    private static final AclBinding CLUSTER_OF_DAEMONS =
            of(ResourceType.CLUSTER, CLUSTER, "User:kmirrord", AclOperation.ALTER);
    private static final AclBinding STATE_OF_DAEMONS =
            of(ResourceType.TOPIC, "__mirror_state", "User:kmirrord", AclOperation.WRITE);
    private static final AclBinding MAY_NOT_DESCRIBE = new AclBinding(
            new ResourcePattern(ResourceType.CLUSTER, CLUSTER, PatternType.LITERAL),
            new AccessControlEntry(ANONYMOUS, "*", AclOperation.DESCRIBE, AclPermissionType.DENY));

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;
    private static TopicSettings topics;
    private static AclTable there;
    private static AclTable here;

    @BeforeAll
    static void start() {
        KafkaCluster source =
                CLUSTERS.start("source", Sites.authorizedBroker().property("allow.everyone.if.no.acl.found", "true"));
        there = CLUSTERS.manage(new AclTable(source));
        // Whoever has no ACL of its own on something that has some is shut out; first of all the brokers' own
        // principal.
        there.put(of(ResourceType.CLUSTER, CLUSTER, ANONYMOUS, AclOperation.ALL));
        there.put(
                of(ResourceType.TOPIC, "*", ANONYMOUS, AclOperation.ALL),
                of(ResourceType.GROUP, "*", ANONYMOUS, AclOperation.ALL),
                of(ResourceType.TRANSACTIONAL_ID, "*", ANONYMOUS, AclOperation.ALL));
        topics = CLUSTERS.manage(new TopicSettings(source));
        topics.create(PACER, Map.of());
        fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                AclTable.authorized(KafkaCluster.builder().brokers(1)).property("super.users", ANONYMOUS),
                List.of(),
                Map.of(
                        "acls.sync.enabled",
                        "true",
                        "acls.include",
                        "topic;(table|known|denied|off|diff)-.*;*;*;*, group;table-.*;*;*;User:app",
                        "acls.exclude",
                        "topic;table-secret;*;*;*",
                        "acls.sync.interval.ms",
                        "300",
                        "configs.sync.interval.ms",
                        "300"));
        here = CLUSTERS.manage(new AclTable(fixture.destination()));
        here.put(CLUSTER_OF_DAEMONS, STATE_OF_DAEMONS);
    }

    private static AclBinding of(ResourceType type, String name, String principal, AclOperation operation) {
        return new AclBinding(
                new ResourcePattern(type, name, PatternType.LITERAL),
                new AccessControlEntry(principal, "*", operation, AclPermissionType.ALLOW));
    }

    private static AclBinding deny(String topic, String principal) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                new AccessControlEntry(principal, "*", AclOperation.WRITE, AclPermissionType.DENY));
    }

    private static AclBinding read(String topic, String principal) {
        return of(ResourceType.TOPIC, topic, principal, AclOperation.READ);
    }

    /** Idempotent: which test begins it does not matter. */
    private static void mirroring() {
        if (fixture.mirrors().states(fixture.mirror(), PACER).isEmpty()) {
            fixture.startTopics(List.of(PACER));
        }
        fixture.mirrors().awaitState(fixture.mirror(), PACER, 1, StateName.MIRRORING, SOON);
    }

    private static void awaitHere(String prefix, AclBinding... expected) {
        assertThat(Poll.until(SOON, () -> here.on(prefix).equals(Set.of(expected))))
                .as(() -> here.on(prefix) + " instead of " + Set.of(expected) + "\n" + fixture.notSynced() + "\n"
                        + fixture.daemonLogs())
                .isTrue();
    }

    private static void awaitTold(String words, boolean told) {
        assertThat(Poll.until(SOON, () -> fixture.notSynced().contains(words) == told))
                .as(() ->
                        words + ": told should be " + told + " in " + fixture.notSynced() + "\n" + fixture.daemonLogs())
                .isTrue();
    }

    private static void configure(String setting) {
        Console set = Console.at(fixture.destination(), "config", fixture.mirror(), "--set", setting);
        assertThat(set.exitCode()).as(set.err()).isEqualTo(ExitCode.OK);
    }

    /** Rounds of another sync with the same interval go by, and so rounds of this one. */
    private static void roundsGoBy() {
        TopicSettings local = CLUSTERS.manage(new TopicSettings(fixture.destination()));
        for (String bytes : List.of("50000", "60000", "70000")) {
            topics.set(PACER, Map.of("max.message.bytes", bytes));
            assertThat(Poll.until(SOON, () -> bytes.equals(local.own(PACER).get("max.message.bytes"))))
                    .as(fixture::daemonLogs)
                    .isTrue();
        }
    }

    @Test
    void addedChangedRemovedAndNothingElse() {
        AclBinding app = read("table-a", "User:app");
        AclBinding prefix = new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, "table-", PatternType.PREFIXED),
                new AccessControlEntry("User:bad", "10.0.0.1", AclOperation.WRITE, AclPermissionType.DENY));
        AclBinding group = of(ResourceType.GROUP, "table-g", "User:app", AclOperation.READ);
        AclBinding both = read("table-a", "User:both");
        AclBinding own = read("table-a", "User:local");
        AclBinding daemons = read("table-a", "User:kmirrord");
        here.put(both, own, daemons);
        there.put(
                app,
                prefix,
                group,
                both,
                read("table-secret", "User:app"),
                read("tables", "User:app"),
                of(ResourceType.GROUP, "table-h", "User:other", AclOperation.READ));
        mirroring();
        awaitHere("table", both, own, daemons, app, prefix, group);

        AclBinding write = of(ResourceType.TOPIC, "table-a", "User:app", AclOperation.WRITE);
        there.put(write);
        there.take(app);
        awaitHere("table", both, own, daemons, write, prefix, group);

        here.take(group);
        awaitHere("table", both, own, daemons, write, prefix, group);

        there.take(write, prefix, group, both);
        awaitHere("table", both, own, daemons);
        Set<AclBinding> ofDaemons = new HashSet<>(here.on("__mirror_state"));
        ofDaemons.addAll(here.on(CLUSTER));
        assertThat(ofDaemons).containsExactlyInAnyOrder(STATE_OF_DAEMONS, CLUSTER_OF_DAEMONS);
    }

    @Test
    void aUserThatCannotLogInHereIsTold() {
        assumeThat(fixture.source().version())
                .as("brokers keep SCRAM users for their clients since 2.7 (KIP-554)")
                .isGreaterThanOrEqualTo(KafkaVersion.parse("2.7.0"));
        there.user("known");
        there.put(read("known-a", "User:known"));
        mirroring();
        awaitHere("known-", read("known-a", "User:known"));
        awaitTold("principal User:known has ACLs that are synced and no SCRAM credential here", true);
        here.user("known");
        awaitTold("PRINCIPAL_UNKNOWN", false);
    }

    @Test
    void aSourceThatTellsNoAclsAnyMoreIsNamedAndRecordsGoOn() throws Exception {
        AclBinding before = read("denied-a", "User:app");
        there.put(before);
        mirroring();
        awaitHere("denied-", before);
        there.put(MAY_NOT_DESCRIBE);
        try {
            there.put(read("denied-b", "User:app"));
            awaitTold("grant DESCRIBE on the cluster to the mirror's principal there (SOURCE_UNAUTHORIZED)", true);
            assertThat(here.on("denied-")).containsExactly(before);
            try (var producer = Clients.plain(fixture.source().bootstrapServers(), "all")) {
                Clients.send(producer, PACER, 0, "goes on");
            }
            fixture.awaitMirrored(List.of(PACER));
        } finally {
            there.take(MAY_NOT_DESCRIBE);
        }
        awaitHere("denied-", before, read("denied-b", "User:app"));
        awaitTold("SOURCE_UNAUTHORIZED", false);
    }

    @Test
    void whatIsNotEnabledChangesNothing() {
        AclBinding before = read("off-a", "User:app");
        AclBinding after = read("off-b", "User:app");
        there.put(before);
        mirroring();
        awaitHere("off-", before);
        configure("acls.sync.enabled=false");
        try {
            roundsGoBy();
            there.take(before);
            there.put(after);
            roundsGoBy();
            assertThat(here.on("off-")).containsExactly(before);
        } finally {
            configure("acls.sync.enabled=true");
        }
        awaitHere("off-", after);
    }

    private static List<String> differences(Console diff) throws IOException {
        return StreamSupport.stream(diff.json().path("differences").spliterator(), false)
                .map(row -> String.join(
                        " | ",
                        row.path("name").asText(),
                        row.path("kind").asText(),
                        row.path("note").asText(),
                        row.path("intended").asText()))
                .filter(row -> row.contains(" diff-"))
                .toList();
    }

    private static Console diff() {
        Console diff = Console.at(fixture.destination(), "diff", fixture.mirror(), "--only", "acls", "-o", "json");
        assertThat(diff.exitCode()).as(diff + "\n" + fixture.daemonLogs()).isIn(ExitCode.OK, ExitCode.DIFFERENCES);
        return diff;
    }

    @Test
    void theDryDiffOfTwoClustersSaysWhatASyncWouldDo() throws IOException {
        AclBinding removed = read("diff-removed", "User:app");
        AclBinding both = read("diff-both", "User:app");
        AclBinding everyone = deny("diff-everyone", "User:*");
        AclBinding own = read("diff-own", "User:local");
        there.put(removed, both, everyone);
        here.put(both, own);
        mirroring();
        awaitHere("diff-", removed, both, own);
        configure("acls.sync.enabled=false");
        try {
            roundsGoBy();
            there.take(removed);
            there.put(read("diff-new", "User:app"));
            Console dry = diff();
            assertThat(dry.exitCode()).isEqualTo(ExitCode.DIFFERENCES);
            assertThat(differences(dry))
                    .as("first what counts")
                    .containsExactly(
                            "ALLOW READ on topic diff-new for User:app | ONLY_SOURCE |"
                                    + " acls.sync.enabled=true would add it | false",
                            "ALLOW READ on topic diff-removed for User:app | ONLY_DESTINATION |"
                                    + " added by the sync, which would remove it | false",
                            "ALLOW READ on topic diff-own for User:local | ONLY_DESTINATION |"
                                    + " the destination's own, which no sync removes | true",
                            "DENY WRITE on topic diff-everyone for User:* | ONLY_SOURCE |"
                                    + " never synced (DENY_EVERYONE) | true");
            assertThat(here.on("diff-")).as("a diff changes nothing").containsExactlyInAnyOrder(removed, both, own);
        } finally {
            configure("acls.sync.enabled=true");
        }
        awaitHere("diff-", read("diff-new", "User:app"), both, own);
        assertThat(differences(diff()))
                .as("what is left is meant to be")
                .hasSize(2)
                .allMatch(row -> row.endsWith(" | true"));
    }

    /** Its daemons are no super users: a DENY on all topics would take the state topic from them, and with it the way back. */
    @Test
    void aDenyThatWouldShutOutTheDaemonsIsToldAndTheSyncGoesOn() {
        MirrorFixture guarded = MirrorFixture.start(
                CLUSTERS,
                "guarded",
                fixture.source(),
                AclTable.authorized(KafkaCluster.builder().brokers(1))
                        .property("allow.everyone.if.no.acl.found", "true"),
                List.of(),
                Map.of(
                        "acls.sync.enabled", "true",
                        "acls.include", "topic;(\\*|guarded-.*);*;*;*",
                        "acls.sync.interval.ms", "300"));
        AclBinding all = deny("*", ANONYMOUS);
        try (AclTable local = new AclTable(guarded.destination())) {
            local.put(of(ResourceType.CLUSTER, CLUSTER, ANONYMOUS, AclOperation.ALL));
            local.put(
                    of(ResourceType.TOPIC, "*", ANONYMOUS, AclOperation.ALL),
                    of(ResourceType.GROUP, "*", ANONYMOUS, AclOperation.ALL),
                    of(ResourceType.TRANSACTIONAL_ID, "*", ANONYMOUS, AclOperation.ALL));
            topics.create("guarded", Map.of());
            guarded.startTopics(List.of("guarded"));
            guarded.mirrors().awaitState(guarded.mirror(), "guarded", 1, StateName.MIRRORING, SOON);
            there.put(all, deny("guarded-a", ANONYMOUS));
            assertThat(Poll.until(
                            SOON,
                            () -> local.on("guarded-").equals(Set.of(deny("guarded-a", ANONYMOUS)))
                                    && guarded.notSynced()
                                            .contains("acl DENY WRITE on topic * for User:ANONYMOUS may shut out the"
                                                    + " daemons here")))
                    .as(() -> local.on("") + "\n" + guarded.notSynced() + "\n" + guarded.daemonLogs())
                    .isTrue();
            assertThat(local.on("*")).isNotEmpty().doesNotContain(all);
            // What is added is written to the state topic first.
            there.put(read("guarded-b", "User:app"));
            assertThat(Poll.until(SOON, () -> local.on("guarded-b").equals(Set.of(read("guarded-b", "User:app")))))
                    .as(guarded::daemonLogs)
                    .isTrue();
        } finally {
            there.take(all);
            guarded.close();
        }
    }

    private static void assertRefused(AdminAcls acls, AclRefusal.Kind kind) {
        AclBinding acl = read("table-a", "User:app");
        for (Map<AclBinding, AclRefusal> refused :
                List.of(acls.add(List.of(acl)).join(), acls.remove(List.of(acl)).join())) {
            assertThat(refused.get(acl)).extracting(AclRefusal::kind).isEqualTo(kind);
        }
    }

    @Test
    void aClusterWithoutAnAuthorizerIsTellableFromOneWithoutAcls() throws Exception {
        KafkaCluster plain = CLUSTERS.start(
                "plain",
                KafkaCluster.builder().version(Versions.OLD_SOURCES.get(0)).brokers(1));
        try (Admin admin = plain.admin()) {
            AdminAcls acls = new AdminAcls(() -> CompletableFuture.completedFuture(admin));
            AclAnswer answer = acls.read().join();
            assertThat(answer.acls()).isNull();
            assertThat(answer.clusterId())
                    .isEqualTo(admin.describeCluster().clusterId().get());
            assertThat(answer.refusal()).extracting(AclRefusal::kind).isEqualTo(AclRefusal.Kind.NO_AUTHORIZER);
            assertRefused(acls, AclRefusal.Kind.NO_AUTHORIZER);
        }
    }

    @Test
    void aMissingRightToChangeIsKnownBeforeAndToldByEachChange() {
        KafkaCluster locked = CLUSTERS.start(
                "locked",
                AclTable.authorized(KafkaCluster.builder().brokers(1))
                        .property("allow.everyone.if.no.acl.found", "true"));
        try (Admin admin = locked.admin()) {
            AdminAcls acls = new AdminAcls(() -> CompletableFuture.completedFuture(admin));
            assertThat(acls.mayAlter().join()).isTrue();
            // The broker's own right as well: it has the same principal.
            assertThat(acls.add(List.of(
                                    of(ResourceType.CLUSTER, CLUSTER, ANONYMOUS, AclOperation.DESCRIBE),
                                    of(ResourceType.CLUSTER, CLUSTER, ANONYMOUS, AclOperation.CLUSTER_ACTION)))
                            .join())
                    .isEmpty();
            assertThat(acls.mayAlter().join()).isFalse();
            assertRefused(acls, AclRefusal.Kind.DENIED);
        }
    }
}
