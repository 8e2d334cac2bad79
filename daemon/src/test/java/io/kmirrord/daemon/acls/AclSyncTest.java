// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import static io.kmirrord.daemon.fake.FakeAcls.acl;
import static io.kmirrord.daemon.fake.FakeAcls.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.daemon.fake.FakeAcls;
import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rounds against ACLs and a state topic in memory. */
final class AclSyncTest {
    private static final String MIRROR = "m";
    private static final String OTHER = "n";
    private static final long SINCE = 5;
    private static final AclRefusal DENIED = new AclRefusal(AclRefusal.Kind.DENIED, "not authorized");
    private static final AclBinding A = read("orders-a", "User:app");
    private static final AclBinding B = read("orders-b", "User:app");
    private static final AclBinding OUT_OF_SCOPE = read("pay", "User:app");
    private static final AclBinding OF_DAEMONS = read("orders-b", "User:kmirrord");
    private static final AclBinding DENY =
            acl(ResourceType.TOPIC, "orders-a", "User:bad", AclOperation.READ, AclPermissionType.DENY);

    private final FakeStateTopic topic = new FakeStateTopic();
    private final FakeAcls source = new FakeAcls("source");
    private final FakeAcls here = new FakeAcls("destination");
    private final EventQueue queue = new EventQueue("kmirrord-acls-test");
    private final AclSync sync = sync(MIRROR, 1, source);
    private final FakeAcls otherSource = new FakeAcls("source");
    private final AclSync other = sync(OTHER, 1, otherSource);

    private AclSync sync(String mirror, int node, FakeAcls of) {
        return new AclSync(new AclSync.Parts(
                queue,
                topic,
                topic,
                () -> CompletableFuture.completedFuture(of),
                here,
                Set.of("__mirror_state"),
                mirror,
                node,
                () -> 1_000));
    }

    @BeforeEach
    void aMirroredTopic() {
        define(MIRROR, 1, SINCE, Map.of());
        wish(MIRROR, 0, Desired.MIRRORING);
    }

    @AfterEach
    void close() {
        queue.close();
    }

    private void define(String mirror, int revision, long since, Map<String, String> own) {
        Map<String, String> config = new HashMap<>(Map.of(
                "source.bootstrap.servers", "source:9092",
                "acls.sync.enabled", "true",
                "acls.include", "topic;orders-.*;*;*;*"));
        config.putAll(own);
        topic.put(
                new RecordKey.Mirror(mirror, revision, "op"),
                new RecordValue.Mirror(config, List.of("a"), List.of(), "source", since, false, 0));
    }

    private void wish(String mirror, int revision, Desired desired) {
        topic.put(
                new RecordKey.MirrorTopic(mirror, "orders-a", SINCE, revision, "op"),
                new RecordValue.MirrorTopic(new UUID(1, 1), desired, false, false, 0));
    }

    private List<Skipped> round() {
        return round(sync);
    }

    private List<Skipped> round(AclSync of) {
        return CompletableFuture.completedFuture(of)
                .thenComposeAsync(AclSync::now, queue::post)
                .orTimeout(10, TimeUnit.SECONDS)
                .join();
    }

    private Map<RecordKey.AclSync, RecordValue.AclSync> memory(String mirror) {
        return topic.ask(view -> view.aclSyncs(mirror));
    }

    private Map<String, Integer> reported(int node) {
        // Behind what a failed round has posted.
        CompletableFuture.runAsync(() -> {}, queue::post).join();
        return topic.ask(view -> view.get(new RecordKey.SyncReport(MIRROR, AclSync.SUBJECT, node))
                .map(report -> ((RecordValue.SyncReport) report).counts())
                .orElse(Map.of()));
    }

    private static List<String> reasons(List<Skipped> skipped) {
        return skipped.stream().map(Skipped::reason).toList();
    }

    @Test
    void whatTheSourceHasInScopeComesAndGoesAndTheDestinationsOwnStays() {
        source.put(A, B, OUT_OF_SCOPE);
        here.put(B, OF_DAEMONS);
        assertThat(round()).isEmpty();
        assertThat(here.present()).containsExactlyInAnyOrder(A, B, OF_DAEMONS);
        assertThat(AclRecords.acls(memory(MIRROR))).containsExactly(A);
        int writes = topic.writes().size();
        round();
        round(sync(MIRROR, 2, source));
        assertThat(topic.writes()).as("steady state").hasSize(writes);
        assertThat(here.changes()).hasSize(1);
        assertThat(sync.status().changed()).isEqualTo(1);
        source.take(A, B);
        round();
        assertThat(here.present()).as("was here before the sync").containsExactlyInAnyOrder(B, OF_DAEMONS);
        assertThat(memory(MIRROR)).isEmpty();
    }

    @Test
    void whoHasTheDutiesNextKnowsWhatTheFormerOwnerAdded() {
        source.put(A);
        round();
        source.take(A);
        round(sync(MIRROR, 2, source));
        assertThat(here.present()).isEmpty();
    }

    @Test
    void whatIsAddedIsRecordedBeforeItIsAdded() {
        source.put(A);
        topic.refuse(new IllegalStateException("no state topic"));
        assertThatThrownBy(this::round).hasMessageContaining("no state topic");
        assertThat(here.changes()).isEmpty();
        topic.refuse(null);
        round();
        assertThat(here.present()).containsExactly(A);
    }

    @Test
    void whatAnOperatorRemovesHereIsSetBack() {
        source.put(A);
        round();
        here.take(A);
        round();
        assertThat(here.present()).containsExactly(A);
    }

    @Test
    void rightsAreTakenBeforeOthersAreGiven() {
        AclBinding allow = read("orders-c", "User:new");
        AclBinding oldDeny = acl(ResourceType.TOPIC, "orders-c", "User:old", AclOperation.READ, AclPermissionType.DENY);
        source.put(A, oldDeny);
        round();
        assertThat(here.changes()).containsExactly("+ DENY User:old", "+ ALLOW User:app");
        source.take(A, oldDeny);
        source.put(allow, DENY);
        round();
        assertThat(here.changes().subList(2, 6))
                .containsExactly("+ DENY User:bad", "- ALLOW User:app", "+ ALLOW User:new", "- DENY User:old");
    }

    @Test
    void nothingIsGivenWhileSomethingCannotBeTaken() {
        source.put(A, DENY);
        here.refuseChange(DENY, new AclRefusal(AclRefusal.Kind.INVALID, "no such principal"));
        List<Skipped> skipped = round();
        assertThat(here.present()).isEmpty();
        assertThat(skipped)
                .extracting(Skipped::text)
                .containsExactly(
                        "was not added here: no such principal",
                        "1 changes that give rights wait until those that take rights are made, see the others");
        assertThat(skipped.get(0).name()).isEqualTo("DENY READ on topic orders-a for User:bad");
        source.take(DENY);
        assertThat(round()).isEmpty();
        assertThat(here.present()).containsExactly(A);
    }

    @Test
    void withoutAnAuthorizerNothingIsDone() {
        source.put(A);
        round();
        AclRefusal none = new AclRefusal(AclRefusal.Kind.NO_AUTHORIZER, "no authorizer");
        source.refuse(none);
        List<Skipped> skipped = round();
        assertThat(reasons(skipped)).containsExactly("NO_AUTHORIZER");
        assertThat(skipped.get(0).text()).startsWith("the source has no authorizer");
        assertThat(here.present()).containsExactly(A);
        source.refuse(null);
        source.put(B);
        here.refuse(none);
        skipped = round();
        assertThat(reasons(skipped)).containsExactly("NO_AUTHORIZER");
        assertThat(skipped.get(0).text()).startsWith("this cluster has no authorizer");
        assertThat(AclRecords.acls(memory(MIRROR))).containsExactly(A);
    }

    @Test
    void missingRightsAreNamedOnceAndChangeNothing() {
        source.put(A);
        round();
        source.refuse(DENIED);
        List<Skipped> skipped = round();
        assertThat(reasons(skipped)).containsExactly("SOURCE_UNAUTHORIZED");
        assertThat(skipped.get(0).text()).contains("grant DESCRIBE on the cluster to the mirror's principal there");
        assertThat(reported(1)).isEqualTo(Map.of("SOURCE_UNAUTHORIZED", 1));
        here.refuse(DENIED);
        skipped = round();
        assertThat(reasons(skipped)).containsExactly("DESTINATION_UNAUTHORIZED", "SOURCE_UNAUTHORIZED");
        assertThat(skipped.get(0).text()).contains("grant DESCRIBE on the cluster to the daemons' principal");
        source.refuse(null);
        here.refuse(null);
        here.mayAlter(false);
        source.put(B, DENY);
        source.take(A);
        skipped = round();
        assertThat(reasons(skipped)).containsExactly("DESTINATION_UNAUTHORIZED");
        assertThat(skipped.get(0).text()).contains("grant ALTER on the cluster to the daemons' principal");
        int writes = topic.writes().size();
        round();
        assertThat(topic.writes()).as("told once").hasSize(writes);
        assertThat(here.present()).containsExactly(A);
        here.mayAlter(true);
        assertThat(round()).isEmpty();
        assertThat(here.present()).containsExactlyInAnyOrder(B, DENY);
        assertThat(reported(1)).isEmpty();
    }

    @Test
    void whatCouldNotBeAddedIsNotTakenForItsOwnWhenAnOperatorAddsIt() {
        source.put(A);
        here.refuseChanges(DENIED);
        List<Skipped> skipped = round();
        assertThat(reasons(skipped)).containsExactly("DESTINATION_UNAUTHORIZED");
        assertThat(skipped.get(0).text()).contains("grant ALTER on the cluster to the daemons' principal");
        assertThat(memory(MIRROR)).isEmpty();
        here.put(A);
        here.refuseChanges(null);
        round();
        source.take(A);
        assertThat(round()).isEmpty();
        assertThat(here.present()).containsExactly(A);
    }

    @Test
    void whatAnotherMirrorTakesOnMeanwhileIsNotRemoved() {
        define(OTHER, 1, SINCE, Map.of());
        source.put(A);
        round();
        source.take(A);
        RecordKey.AclSync key = new RecordKey.AclSync(OTHER, SINCE, "TOPIC", "LITERAL", "orders-a");
        source.onRead(() -> topic.put(
                key, new RecordValue.AclSync(1, List.of(new RecordValue.Acl("User:app", "*", "READ", "ALLOW")), 0)));
        round();
        source.onRead(() -> {});
        round();
        assertThat(here.present()).containsExactly(A);
        topic.put(key, null);
        round();
        assertThat(here.present()).isEmpty();
    }

    @Test
    void anotherClusterOrASilentSourceIsNotASourceThatRemovedAll() {
        source.put(A);
        round();
        FakeAcls elsewhere = new FakeAcls("another");
        AclSync misled = sync(MIRROR, 1, elsewhere);
        assertThatThrownBy(() -> round(misled))
                .hasMessageContaining("cluster another answered as the source of mirror 'm'; accepted: source");
        assertThat(reported(1)).isEqualTo(Map.of("ROUND_FAILED", 1));
        source.take(A);
        source.fail(new IllegalStateException("no answer"));
        assertThatThrownBy(this::round).hasMessageContaining("no answer");
        assertThat(here.present()).containsExactly(A);
        source.fail(null);
        assertThat(round()).isEmpty();
        assertThat(here.present()).isEmpty();
        assertThat(reported(1)).isEmpty();
    }

    @Test
    void whatIsNotEnabledOrNotMirroredChangesNothing() {
        source.put(A);
        round();
        source.take(A);
        source.put(B);
        wish(MIRROR, 1, Desired.PAUSED);
        assertThat(round()).isEmpty();
        wish(MIRROR, 2, Desired.MIRRORING);
        define(MIRROR, 2, SINCE, Map.of("acls.sync.enabled", "false"));
        assertThat(round()).isEmpty();
        assertThat(here.present()).containsExactly(A);
        assertThat(AclRecords.acls(memory(MIRROR))).as("stays").containsExactly(A);
        define(MIRROR, 3, SINCE, Map.of());
        round();
        assertThat(here.present()).containsExactly(B);
    }

    @Test
    void whatIsStoppedOrDisabledBetweenLookAndChangeIsLeftAlone() {
        source.put(A);
        source.onRead(() -> wish(MIRROR, 1, Desired.STOPPED));
        round();
        assertThat(here.changes()).isEmpty();
        wish(MIRROR, 2, Desired.MIRRORING);
        source.onRead(() -> define(MIRROR, 2, SINCE, Map.of("acls.exclude", "topic;*;*;*;User:app")));
        round();
        assertThat(here.changes()).isEmpty();
        source.onRead(() -> {});
        round();
        assertThat(here.changes()).isEmpty();
        assertThat(memory(MIRROR)).isEmpty();
    }

    private void bothHaveIt() {
        define(OTHER, 1, SINCE, Map.of());
        wish(OTHER, 0, Desired.MIRRORING);
        source.put(A);
        otherSource.put(A);
        round();
        round(other);
    }

    @Test
    void anAclOfTwoMirrorsStaysUntilNeitherWantsIt() {
        bothHaveIt();
        assertThat(AclRecords.acls(memory(OTHER))).as("is both mirrors'").containsExactly(A);
        source.take(A);
        round();
        round(other);
        assertThat(here.present()).containsExactly(A);
        otherSource.take(A);
        round(other);
        round();
        assertThat(here.present()).isEmpty();
        assertThat(memory(MIRROR)).isEmpty();
        assertThat(memory(OTHER)).isEmpty();
        assertThat(here.changes()).containsExactly("+ ALLOW User:app", "- ALLOW User:app");
    }

    @Test
    void twoMirrorsThatDropAnAclAtOnceDoNotLeaveIt() {
        bothHaveIt();
        source.take(A);
        otherSource.take(A);
        // The other's round lies between this one's look and its writes.
        source.onRead(() -> {
            source.onRead(() -> {});
            topic.put(new RecordKey.AclSync(OTHER, SINCE, "TOPIC", "LITERAL", "orders-a"), null);
        });
        round();
        round(other);
        round();
        assertThat(here.present()).isEmpty();
        assertThat(memory(MIRROR)).isEmpty();
        assertThat(memory(OTHER)).isEmpty();
    }

    @Test
    void aLaterMirrorOfTheSameNameOwnsNothingOfTheFormer() {
        source.put(A);
        round();
        source.take(A);
        define(MIRROR, 2, SINCE + 1, Map.of());
        topic.put(
                new RecordKey.MirrorTopic(MIRROR, "orders-a", SINCE + 1, 0, "op"),
                new RecordValue.MirrorTopic(new UUID(1, 1), Desired.MIRRORING, false, false, 0));
        round();
        assertThat(here.present()).as("became the operator's").containsExactly(A);
        assertThat(memory(MIRROR)).isEmpty();
    }

    @Test
    void unknownPrincipalsAndBarredOnesAreTold() {
        source.put(A, acl(ResourceType.TOPIC, "orders-a", "User:*", AclOperation.ALL, AclPermissionType.DENY));
        source.user("app");
        here.user("someone");
        List<Skipped> skipped = round();
        assertThat(reasons(skipped)).containsExactly("DENY_EVERYONE", "PRINCIPAL_UNKNOWN");
        assertThat(skipped.get(1).name()).isEqualTo("User:app");
        assertThat(here.present()).as("added nevertheless").containsExactly(A);
        here.user("app");
        here.refuseUsers(DENIED);
        assertThat(reasons(round())).containsExactly("DENY_EVERYONE", "USERS_UNREADABLE");
    }

    @Test
    void aDryLookTellsWhatWouldBeDoneAndDoesNothing() {
        define(MIRROR, 2, SINCE, Map.of("acls.sync.enabled", "false"));
        wish(MIRROR, 1, Desired.STOPPED);
        source.put(A, OUT_OF_SCOPE);
        AclLook look = new AclLook(topic, () -> CompletableFuture.completedFuture(source), here, MIRROR, Set.of());
        AclRound found = look.look().join();
        assertThat(found.plan().added()).containsExactly(A);
        assertThat(found.plan().removed()).isEmpty();
        assertThat(here.changes()).isEmpty();
        assertThat(topic.writes()).isEmpty();
        define(MIRROR, 3, SINCE, Map.of("acls.sync.enabled", "false", "acls.include", ""));
        assertThat(look.look().join().plan().added())
                .as("all, before a scope is declared")
                .containsExactlyInAnyOrder(A, OUT_OF_SCOPE);
    }
}
