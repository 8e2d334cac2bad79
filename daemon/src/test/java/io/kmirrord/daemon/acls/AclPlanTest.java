// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.acls;

import static io.kmirrord.daemon.fake.FakeAcls.acl;
import static io.kmirrord.daemon.fake.FakeAcls.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.settings.AclRule;
import io.kmirrord.statemachine.settings.AclSettings;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statetopic.AclScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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

/** The table of the guide, and what is never synced. */
final class AclPlanTest {
    private static final AclBinding ACL = read("orders", "User:app");
    private static final AclScope ALL = scope("*", "*");

    private static AclScope scope(String name, String principal) {
        return new AclScope(new AclSettings(
                true,
                List.of(new AclRule("*", name, "*", "*", principal)),
                List.of(new AclRule("*", "*", "*", "*", "User:kmirrord")),
                1));
    }

    private static Set<AclBinding> one(boolean there) {
        return there ? Set.of(ACL) : Set.of();
    }

    private static AclPlan plan(
            boolean source, boolean here, boolean own, boolean before, boolean after, AclScope scope) {
        return AclPlan.of(new AclSituation(
                one(source), one(here), scope, new AclMemory(one(own), one(before), one(after)), Set.of()));
    }

    /** {@code own}: in this mirror's memory; {@code before} and {@code after}: in that of mirrors which sort so. */
    @ParameterizedTest
    @CsvSource({
        // source, here, own, before, after: added, removed, set back, remembered
        "false, false, false, false, false,  false, false, false, false",
        "true,  false, false, false, false,  true,  false, false, true",
        "true,  true,  false, false, false,  false, false, false, false",
        "true,  true,  true,  false, false,  false, false, false, true",
        "true,  false, true,  false, false,  true,  false, true,  true",
        "false, true,  true,  false, false,  false, true,  false, true",
        "false, true,  false, false, false,  false, false, false, false",
        "false, false, true,  false, false,  false, false, false, false",
        // Another mirror's is taken on, and removed by the last, or by the one that sorts first.
        "true,  true,  false, true,  false,  false, false, false, true",
        "true,  true,  false, false, true,   false, false, false, true",
        "false, true,  true,  true,  false,  false, false, false, false",
        "false, true,  true,  false, true,   false, false, false, true",
        "false, true,  true,  true,  true,   false, false, false, false",
        "false, true,  false, true,  true,   false, false, false, false",
        "false, false, true,  false, true,   false, false, false, false",
    })
    void outcomes(
            boolean source,
            boolean here,
            boolean own,
            boolean before,
            boolean after,
            boolean added,
            boolean removed,
            boolean setBack,
            boolean remembered) {
        AclPlan plan = plan(source, here, own, before, after, ALL);
        assertThat(plan.added()).isEqualTo(one(added));
        assertThat(plan.removed()).isEqualTo(one(removed));
        assertThat(plan.setBack()).isEqualTo(one(setBack));
        assertThat(plan.memory()).isEqualTo(one(remembered));
        assertThat(plan.isEmpty()).isEqualTo(!added && !removed);
        assertThat(plan.skipped()).isEmpty();
    }

    @Test
    void whatLeavesTheScopeGoesAsIfTheSourceHadItNoMore() {
        assertThat(plan(true, true, true, false, false, scope("pay", "*")).removed())
                .containsExactly(ACL);
        assertThat(plan(true, true, false, false, false, scope("pay", "*")).removed())
                .as("the destination's own")
                .isEmpty();
        assertThat(plan(true, false, false, false, false, scope("pay", "*")).added())
                .isEmpty();
    }

    @Test
    void anotherHostOrOperationIsAnotherAcl() {
        AclBinding elsewhere = new AclBinding(
                ACL.pattern(),
                new AccessControlEntry("User:app", "10.0.0.1", AclOperation.READ, AclPermissionType.ALLOW));
        AclPlan plan = AclPlan.of(new AclSituation(
                Set.of(elsewhere), Set.of(ACL), ALL, new AclMemory(Set.of(ACL), Set.of(), Set.of()), Set.of()));
        assertThat(plan.added()).containsExactly(elsewhere);
        assertThat(plan.removed()).containsExactly(ACL);
    }

    @Test
    void addedAndRemovedAreTellableByWhetherTheyTakeRights() {
        AclBinding deny = acl(ResourceType.GROUP, "g", "User:b", AclOperation.READ, AclPermissionType.DENY);
        AclPlan plan = AclPlan.of(new AclSituation(Set.of(ACL, deny), Set.of(), ALL, AclMemory.NONE, Set.of()));
        assertThat(plan.added(AclPermissionType.DENY)).containsExactly(deny);
        assertThat(plan.added(AclPermissionType.ALLOW)).containsExactly(ACL);
    }

    private static List<String> barred(AclBinding... source) {
        AclPlan plan = AclPlan.of(
                new AclSituation(Set.of(source), Set.of(), ALL, AclMemory.NONE, Set.of("__mirror_state", "progress")));
        List<String> reasons = new ArrayList<>();
        plan.added().forEach(added -> reasons.add("added"));
        plan.skipped().stream().map(Skipped::reason).forEach(reasons::add);
        return reasons;
    }

    private static AclBinding of(ResourceType type, PatternType pattern, String name) {
        return new AclBinding(
                new ResourcePattern(type, name, pattern),
                new AccessControlEntry("User:app", "*", AclOperation.DESCRIBE, AclPermissionType.ALLOW));
    }

    @Test
    void rightsOnTheClusterAndOnItsInternalsAreNeverSynced() {
        assertThat(barred(of(ResourceType.CLUSTER, PatternType.LITERAL, "kafka-cluster")))
                .containsExactly("RESOURCE_NEVER_SYNCED");
        assertThat(barred(of(ResourceType.DELEGATION_TOKEN, PatternType.LITERAL, "t")))
                .containsExactly("RESOURCE_NEVER_SYNCED");
        assertThat(barred(of(ResourceType.USER, PatternType.LITERAL, "u"))).containsExactly("RESOURCE_NEVER_SYNCED");
        for (String name : List.of("__consumer_offsets", "__mirror_state", "__x", "progress")) {
            assertThat(barred(of(ResourceType.TOPIC, PatternType.LITERAL, name)))
                    .as(name)
                    .containsExactly("INTERNAL_TOPIC");
        }
        for (String prefix : List.of("_", "__", "__mirror", "prog")) {
            assertThat(barred(of(ResourceType.TOPIC, PatternType.PREFIXED, prefix)))
                    .as(prefix)
                    .containsExactly("INTERNAL_TOPIC");
        }
    }

    @Test
    void othersAreSyncedWhateverTheyReach() {
        assertThat(barred(
                        of(ResourceType.TOPIC, PatternType.LITERAL, "*"),
                        of(ResourceType.TOPIC, PatternType.LITERAL, "_"),
                        of(ResourceType.TOPIC, PatternType.LITERAL, "prog"),
                        of(ResourceType.TOPIC, PatternType.PREFIXED, "orders-"),
                        of(ResourceType.GROUP, PatternType.LITERAL, "__g"),
                        of(ResourceType.TRANSACTIONAL_ID, PatternType.PREFIXED, "_")))
                .containsOnly("added")
                .hasSize(6);
    }

    @Test
    void whatShutsOutEveryoneIsNeverSynced() {
        assertThat(barred(acl(ResourceType.TOPIC, "a", "User:*", AclOperation.ALL, AclPermissionType.DENY)))
                .containsExactly("DENY_EVERYONE");
        assertThat(barred(acl(ResourceType.TOPIC, "a", "User:*", AclOperation.ALL, AclPermissionType.ALLOW)))
                .containsExactly("added");
        assertThat(barred(acl(ResourceType.TOPIC, "a", "User:b", AclOperation.ALL, AclPermissionType.DENY)))
                .containsExactly("added");
    }

    private static AclBinding deny(ResourceType type, PatternType pattern, String name) {
        return new AclBinding(
                new ResourcePattern(type, name, pattern),
                new AccessControlEntry("User:kmirrord", "10.0.0.1", AclOperation.WRITE, AclPermissionType.DENY));
    }

    private static AclBinding allow(
            ResourceType type, PatternType pattern, String name, String principal, AclOperation operation) {
        return new AclBinding(
                new ResourcePattern(type, name, pattern),
                new AccessControlEntry(principal, "*", operation, AclPermissionType.ALLOW));
    }

    /** Where the mirror's scope is all, and nothing is excluded. */
    private static AclPlan denied(AclBinding deny, AclMemory memory, AclBinding... here) {
        AclScope all = new AclScope(new AclSettings(true, List.of(new AclRule("*", "*", "*", "*", "*")), List.of(), 1));
        return AclPlan.of(
                new AclSituation(Set.of(deny), Set.of(here), all, memory, Set.of("__mirror_state", "progress")));
    }

    private static final AclBinding DAEMONS =
            allow(ResourceType.TOPIC, PatternType.LITERAL, "__mirror_state", "User:kmirrord", AclOperation.WRITE);

    @ParameterizedTest
    @CsvSource({
        "TOPIC, LITERAL, *, true",
        "TOPIC, LITERAL, orders, false",
        "TOPIC, PREFIXED, progress-, false",
        "TOPIC, PREFIXED, orders-, false",
        "GROUP, LITERAL, *, true",
        "GROUP, LITERAL, g, false",
        "GROUP, PREFIXED, g, false",
        "TRANSACTIONAL_ID, LITERAL, *, true",
        "TRANSACTIONAL_ID, PREFIXED, k, true",
        "TRANSACTIONAL_ID, PREFIXED, kmirrord-__mirror_state-groups-, true",
        "TRANSACTIONAL_ID, LITERAL, kmirrord-__mirror_state-groups-m, true",
        "TRANSACTIONAL_ID, LITERAL, kmirrord, false",
        "TRANSACTIONAL_ID, PREFIXED, kmirrord-another-, false",
    })
    void whatMayShutOutTheDaemonsIsNeverSynced(ResourceType type, PatternType pattern, String name, boolean barred) {
        AclPlan plan = denied(deny(type, pattern, name), AclMemory.NONE, DAEMONS);
        assertThat(plan.added()).hasSize(barred ? 0 : 1);
        assertThat(plan.skipped()).extracting(Skipped::reason).isEqualTo(barred ? List.of("DENY_DAEMONS") : List.of());
    }

    @Test
    void aBarThatATopicsNameMeansAlreadyIsToldAsBefore() {
        for (AclBinding internal : List.of(
                deny(ResourceType.TOPIC, PatternType.LITERAL, "__mirror_state"),
                deny(ResourceType.TOPIC, PatternType.PREFIXED, "prog"))) {
            AclPlan plan = denied(internal, AclMemory.NONE, DAEMONS);
            assertThat(plan.skipped()).extracting(Skipped::reason).containsExactly("INTERNAL_TOPIC");
        }
    }

    @Test
    void whoeverHasRightsOfDaemonsHereMayBeOne() {
        AclBinding deny = deny(ResourceType.TOPIC, PatternType.LITERAL, "*");
        for (AclBinding right : List.of(
                DAEMONS,
                allow(ResourceType.TOPIC, PatternType.PREFIXED, "__mirror", "User:kmirrord", AclOperation.ALL),
                allow(ResourceType.TOPIC, PatternType.LITERAL, "*", "User:kmirrord", AclOperation.WRITE),
                allow(ResourceType.TOPIC, PatternType.LITERAL, "*", "User:*", AclOperation.ALL),
                allow(
                        ResourceType.CLUSTER,
                        PatternType.LITERAL,
                        "kafka-cluster",
                        "User:kmirrord",
                        AclOperation.ALTER))) {
            AclPlan plan = denied(deny, AclMemory.NONE, right);
            assertThat(plan.added()).as(right.toString()).isEmpty();
            assertThat(plan.skipped()).singleElement().satisfies(one -> {
                assertThat(one.reason()).isEqualTo("DENY_DAEMONS");
                assertThat(one.name()).isEqualTo("DENY WRITE on topic * for User:kmirrord from 10.0.0.1");
                assertThat(one.text()).contains("may shut out the daemons here", "acls.exclude");
            });
        }
        for (AclBinding right : List.of(
                allow(ResourceType.TOPIC, PatternType.LITERAL, "__mirror_state", "User:other", AclOperation.WRITE),
                allow(ResourceType.TOPIC, PatternType.LITERAL, "__mirror_state", "User:kmirrord", AclOperation.READ),
                allow(ResourceType.TOPIC, PatternType.PREFIXED, "orders", "User:kmirrord", AclOperation.ALL),
                allow(
                        ResourceType.CLUSTER,
                        PatternType.LITERAL,
                        "kafka-cluster",
                        "User:kmirrord",
                        AclOperation.DESCRIBE))) {
            assertThat(denied(deny, AclMemory.NONE, right).added())
                    .as(right.toString())
                    .containsExactly(deny);
        }
    }

    @Test
    void aRightThatASyncHasAddedMakesNobodyADaemon() {
        AclBinding deny = deny(ResourceType.TOPIC, PatternType.LITERAL, "*");
        for (AclMemory memory : List.of(
                new AclMemory(Set.of(DAEMONS), Set.of(), Set.of()),
                new AclMemory(Set.of(), Set.of(DAEMONS), Set.of()),
                new AclMemory(Set.of(), Set.of(), Set.of(DAEMONS)))) {
            assertThat(denied(deny, memory, DAEMONS).added()).containsExactly(deny);
        }
    }

    @Test
    void aDenyThatIsHereAlreadyAndMayShutOutDaemonsIsTakenAway() {
        AclBinding deny = deny(ResourceType.TOPIC, PatternType.LITERAL, "*");
        AclPlan plan = denied(deny, new AclMemory(Set.of(deny), Set.of(), Set.of()), DAEMONS, deny);
        assertThat(plan.removed()).containsExactly(deny);
        assertThat(denied(deny, AclMemory.NONE, DAEMONS, deny).removed())
                .as("the destination's own")
                .isEmpty();
    }

    @Test
    void whatThisReleaseDoesNotKnowIsTold() {
        AclBinding strange = acl(ResourceType.TOPIC, "a", "User:b", AclOperation.UNKNOWN, AclPermissionType.ALLOW);
        assertThat(barred(strange)).containsExactly("UNSUPPORTED");
    }

    @Test
    void whatIsExcludedIsNotEvenTold() {
        assertThat(barred(acl(
                        ResourceType.CLUSTER,
                        "kafka-cluster",
                        "User:kmirrord",
                        AclOperation.ALTER,
                        AclPermissionType.ALLOW)))
                .isEmpty();
    }
}
