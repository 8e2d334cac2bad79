// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.kmirrord.daemon.acls.AclRefusal;
import io.kmirrord.daemon.configs.ConfigRefusal;
import io.kmirrord.daemon.fake.FakeAcls;
import io.kmirrord.daemon.fake.FakeAdmin;
import io.kmirrord.daemon.groups.CommittedOffset;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.WireException;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.codec.DiffCodec;
import io.kmirrord.statemachine.codec.StateCodec;
import io.kmirrord.statemachine.diff.DiffAnswer;
import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Side;
import io.kmirrord.statemachine.diff.Subject;
import io.kmirrord.statemachine.diff.Unread;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Comparisons of a mirror of topic {@code a}, against two clusters in memory. */
final class ComparisonTest {
    private static final UUID A = new UUID(1, 1);
    private static final TopicPartition A0 = new TopicPartition("a", 0);
    private static final List<String> ALL =
            Arrays.stream(Subject.values()).map(Subject::toString).toList();

    private final DutyFixture site = new DutyFixture();
    private final FakeAdmin source = site.source.admin();

    @BeforeEach
    void mirrored() {
        site.destination.nodes(Set.of(1), Set.of(1));
        site.states.mirror("m", "source", List.of("a", "b.*"), List.of("b-not"));
        site.source.topic("a", A, 3);
        site.destination.topic("a", A, 1);
        site.states.wish("m", "a", A, 7, 0, Desired.MIRRORING);
        site.states.state("m", "a", A, 0, 7, StateName.MIRRORING);
        source.fake().log(A0, 0, 100);
        site.groups.log(A0, 0, 100);
        site.configs.set("a", "segment.bytes", "1048576");
    }

    @AfterEach
    void close() {
        site.queue.close();
    }

    private void start() {
        site.link.start();
        site.duty.start();
        site.queue.post(() -> site.duty.led(Set.of(StatePartitions.of("m"))));
    }

    private RecordValue.Outcome ask(long withinMs, List<String> topics, List<String> subjects) {
        start();
        site.topic.put(
                new RecordKey.Request("m", "d1"),
                new RecordValue.DiffRequest(topics, subjects, site.clock.get() + withinMs));
        RecordKey key = new RecordKey.RequestOutcome("m", "d1");
        assertThat(Poll.until(Duration.ofSeconds(20), () -> has(key))).isTrue();
        return (RecordValue.Outcome)
                Objects.requireNonNull(site.topic.ask(view -> view.get(key).orElse(null)));
    }

    private DiffAnswer compare(String... subjects) {
        RecordValue.Outcome outcome = ask(60_000, List.of(), subjects.length == 0 ? ALL : List.of(subjects));
        assertThat(outcome.done()).as(outcome.message()).isTrue();
        return new DiffCodec().decode(outcome.details());
    }

    private boolean has(RecordKey key) {
        return site.topic.ask(view -> view.get(key).isPresent());
    }

    private static List<String> names(DiffAnswer answer, Subject subject) {
        return answer.differences().stream()
                .filter(one -> one.subject() == subject)
                .map(Difference::name)
                .toList();
    }

    @Test
    void allSubjectsAreComparedAndNothingIsChanged() {
        source.fakeConfigs().set("a", "min.insync.replicas", "2");
        site.groups.commit("here", A0, new CommittedOffset(5, -1, ""));
        source.fakeAccounts().quota("user=ada", "producer_byte_rate", 1);
        site.accounts.user("bob", "SCRAM-SHA-256");
        DiffAnswer answer = compare();
        assertThat(answer.subjects()).containsExactly(Subject.values());
        assertThat(answer.unread()).isEmpty();
        assertThat(names(answer, Subject.TOPICS)).isEmpty();
        assertThat(names(answer, Subject.CONFIGS)).containsExactly("a min.insync.replicas", "a segment.bytes");
        assertThat(answer.differences())
                .filteredOn(one -> one.subject() == Subject.CONFIGS)
                .as("never taken over, and a setting of the mirror")
                .allMatch(Difference::intended);
        assertThat(names(answer, Subject.GROUPS)).containsExactly("here a-0");
        assertThat(names(answer, Subject.QUOTAS)).containsExactly("user=ada producer_byte_rate");
        assertThat(names(answer, Subject.USERS)).containsExactly("bob");
        assertThat(site.configs.altered()).isEmpty();
        assertThat(has(new RecordKey.Request("m", "d1"))).isTrue();
    }

    @Test
    void aclsAreComparedByWhatASyncWouldDo() {
        AclBinding both = FakeAcls.read("a", "User:both");
        AclBinding there = FakeAcls.read("a", "User:there");
        AclBinding own = FakeAcls.read("a", "User:own");
        source.fakeAcls().put(both, there, FakeAcls.read("__internal", "User:there"));
        site.acls.put(both, own);
        DiffAnswer answer = compare("acls");
        assertThat(answer.differences())
                .extracting(Difference::name, Difference::kind, Difference::intended)
                .containsExactlyInAnyOrder(
                        tuple("ALLOW READ on topic __internal for User:there", Difference.Kind.ONLY_SOURCE, true),
                        tuple("ALLOW READ on topic a for User:there", Difference.Kind.ONLY_SOURCE, false),
                        tuple("ALLOW READ on topic a for User:own", Difference.Kind.ONLY_DESTINATION, true));
        assertThat(answer.differences())
                .filteredOn(one -> !one.intended())
                .singleElement()
                .extracting(Difference::note, STRING)
                .contains("acls.sync.enabled=true would add it");
        assertThat(site.acls.present()).containsExactlyInAnyOrder(both, own);
    }

    @Test
    void aSideWithoutAnAuthorizerIsNamed() {
        source.fakeAcls().refuse(new AclRefusal(AclRefusal.Kind.NO_AUTHORIZER, "none"));
        assertThat(compare("acls").unread()).extracting(Unread::side).containsExactly(Side.SOURCE);
    }

    @Test
    void twoClustersWithoutAnAuthorizerDoNotDiffer() {
        source.fakeAcls().refuse(new AclRefusal(AclRefusal.Kind.NO_AUTHORIZER, "none"));
        site.acls.refuse(new AclRefusal(AclRefusal.Kind.NO_AUTHORIZER, "none"));
        DiffAnswer answer = compare("acls");
        assertThat(answer.unread()).isEmpty();
        assertThat(answer.differences()).isEmpty();
    }

    @Test
    void aclsThatMayNotBeReadNameTheRight() {
        source.fakeAcls().refuse(new AclRefusal(AclRefusal.Kind.DENIED, "not you"));
        assertThat(compare("acls").unread())
                .extracting(Unread::side, Unread::remedy)
                .containsExactly(
                        tuple(Side.SOURCE, "grant DESCRIBE on CLUSTER to the mirror's principal at the source"));
    }

    @Test
    void topicsThatTheMirrorMeansAreComparedAndPatternsNarrowThem() {
        site.source.topic("b-not", new UUID(3, 3), 3);
        site.source.topic("other", new UUID(4, 4), 3);
        site.destination.topic("a", A, 2);
        RecordValue.Outcome outcome = ask(60_000, List.of("a"), List.of("topics"));
        assertThat(names(new DiffCodec().decode(outcome.details()), Subject.TOPICS))
                .containsExactly("a");
    }

    @Test
    void aPatternThatMatchesNothingIsRefusedWithWhatThereIs() {
        RecordValue.Outcome outcome = ask(60_000, List.of("c.*"), ALL);
        assertThat(outcome.done()).isFalse();
        assertThat(outcome.details()).containsEntry("code", "NO_TOPIC");
        assertThat(outcome.message()).contains("c.*", "its topics are: a");
    }

    @Test
    void aSourceThatDoesNotAnswerIsTold() {
        site.source.fail(new WireException(ErrorCategory.RETRY, "no broker of source:9092 answers", null));
        RecordValue.Outcome outcome = ask(60_000, List.of(), ALL);
        assertThat(outcome.done()).isFalse();
        assertThat(outcome.details()).containsEntry("code", "UNREACHABLE");
        assertThat(outcome.message()).contains("no broker of source:9092 answers");
    }

    @Test
    void aSourceThatLetsNobodyInIsToldApart() {
        site.source.fail(new WireException(Errors.SASL_AUTHENTICATION_FAILED, "metadata of source:9092"));
        assertThat(ask(60_000, List.of(), ALL).details()).containsEntry("code", "DENIED");
    }

    @Test
    void anotherClusterIsNotCompared() {
        site.source.clusterId("another");
        RecordValue.Outcome outcome = ask(60_000, List.of(), ALL);
        assertThat(outcome.details()).containsEntry("code", "OTHER_CLUSTER");
        assertThat(outcome.message()).contains("another", "source.bootstrap.servers");
    }

    @Test
    void aDeniedSubjectIsNamedWithTheRightAndTheOthersAreShown() {
        source.fakeAccounts().failQuotas(new ClusterAuthorizationException("no"));
        site.accounts.failUsers(new ClusterAuthorizationException("no"));
        source.fakeConfigs().refuse("a", new ConfigRefusal(ConfigRefusal.Kind.DENIED, "Topic authorization failed"));
        source.fake().unreadable("g", "Group authorization failed");
        source.fake().commit("g", A0, new CommittedOffset(5, -1, ""));
        site.destination.topic("a", A, 2);
        DiffAnswer answer = compare();
        assertThat(answer.unread())
                .extracting(Unread::subject, Unread::side, Unread::remedy)
                .containsExactly(
                        tuple(
                                "configs",
                                Side.SOURCE,
                                "grant DESCRIBE_CONFIGS on the topics to the mirror's principal at the source"),
                        tuple(
                                "groups",
                                Side.SOURCE,
                                "grant DESCRIBE on the groups and their topics to the mirror's principal at the source"),
                        tuple(
                                "quotas",
                                Side.SOURCE,
                                "grant DESCRIBE_CONFIGS on CLUSTER to the mirror's principal at the source"),
                        tuple("users", Side.DESTINATION, "grant DESCRIBE on CLUSTER to the daemons' principal"));
        assertThat(names(answer, Subject.TOPICS)).containsExactly("a");
    }

    @Test
    void settingsThatCannotBeUsedAreNamedAndWhatDoesNotNeedThemIsShown() {
        site.states.configure("m", "source", Map.of("groups.include", "("), List.of("a"));
        site.destination.topic("a", A, 2);
        DiffAnswer patterns = compare("topics", "groups");
        assertThat(patterns.unread()).singleElement().satisfies(one -> {
            assertThat(one.subject()).isEqualTo("groups");
            assertThat(one.text()).contains("settings of the mirror cannot be used", "'('");
            assertThat(one.remedy()).contains("mirrorctl config m");
        });
        assertThat(names(patterns, Subject.TOPICS)).containsExactly("a");
    }

    @Test
    void settingsThatNobodyCanReadAreNoFailureOfAll() {
        site.states.configure("m", "source", Map.of("on.gap", "dance"), List.of("a"));
        DiffAnswer answer = compare("topics", "configs", "groups");
        assertThat(answer.unread()).extracting(Unread::subject).containsExactly("configs", "groups");
    }

    @Test
    void anOldReleaseIsNoFailureOfAll() {
        source.fakeAccounts().failQuotas(new UnsupportedVersionException("no DESCRIBE_CLIENT_QUOTAS"));
        source.fakeAccounts().failUsers(new UnsupportedVersionException("no DESCRIBE_USER_SCRAM_CREDENTIALS"));
        DiffAnswer answer = compare("quotas", "users", "topics");
        assertThat(answer.unread())
                .extracting(Unread::text)
                .containsExactly(
                        "cannot be read at the source: its release does not know the question, which Kafka answers since 2.6",
                        "cannot be read at the source: its release does not know the question, which Kafka answers since 2.7, and with KRaft since 3.5");
    }

    @Test
    void aSubjectThatIsNeverAnsweredDoesNotHoldUpTheOthers() {
        source.fakeAccounts().fallSilent();
        site.accounts.user("bob", "SCRAM-SHA-256");
        RecordValue.Outcome outcome = ask(1_300, List.of(), List.of("topics", "users"));
        DiffAnswer answer = new DiffCodec().decode(outcome.details());
        assertThat(answer.unread()).singleElement().satisfies(one -> {
            assertThat(one.subject()).isEqualTo("users");
            assertThat(one.text()).isEqualTo("cannot be read at the source: no answer in time");
        });
        assertThat(names(answer, Subject.USERS)).isEmpty();
    }

    @Test
    void whatDoesNotFitIntoARecordIsCounted() {
        for (int number = 0; number < 30_000; number++) {
            site.accounts.user("user-with-quite-a-long-name-" + number, "SCRAM-SHA-256");
        }
        source.fakeAccounts().quota("user=ada", "producer_byte_rate", 1);
        RecordValue.Outcome outcome = ask(60_000, List.of(), List.of("quotas", "users"));
        assertThat(Objects.requireNonNull(new StateCodec().encode(outcome)).length)
                .isLessThan(DiffCodec.LIMIT + 1_000);
        DiffAnswer answer = new DiffCodec().decode(outcome.details());
        assertThat(names(answer, Subject.QUOTAS)).hasSize(1);
        assertThat(names(answer, Subject.USERS).size() + answer.more().getOrDefault(Subject.USERS, 0))
                .isEqualTo(30_000);
    }

    @Test
    void aSubjectOfALaterReleaseIsNotReadAndExpiredRequestsAreLeftAlone() {
        site.topic.put(
                new RecordKey.Request("m", "late"),
                new RecordValue.DiffRequest(List.of(), ALL, site.clock.get() + 500));
        DiffAnswer answer = compare("topics", "vows");
        assertThat(answer.subjects()).containsExactly(Subject.TOPICS);
        assertThat(answer.unread()).extracting(Unread::subject).containsExactly("vows");
        assertThat(has(new RecordKey.RequestOutcome("m", "late"))).isFalse();
    }
}
