// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import static io.kmirrord.cli.verb.VerbFixture.refused;
import static io.kmirrord.cli.verb.VerbFixture.values;
import static io.kmirrord.cli.verb.VerbFixture.west;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.Golden;
import io.kmirrord.cli.fake.FakeCluster;
import io.kmirrord.statemachine.codec.DiffCodec;
import io.kmirrord.statemachine.diff.DiffAnswer;
import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Side;
import io.kmirrord.statemachine.diff.Subject;
import io.kmirrord.statemachine.diff.Unread;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DiffCommandTest {
    private static final Unread DENIED = new Unread(
            Subject.QUOTAS,
            Side.SOURCE,
            "cannot be read at the source: ClusterAuthorizationException: Cluster authorization failed.",
            "grant DESCRIBE_CONFIGS on CLUSTER to the mirror's principal at the source");

    private final FakeCluster cluster = west();

    private void answer(boolean done, String message, Map<String, String> details) {
        cluster.state.react(record -> record.key() instanceof RecordKey.Request request && record.value() != null
                ? List.of(new StateRecord(
                        new RecordKey.RequestOutcome(request.mirror(), request.requestId()),
                        new RecordValue.Outcome(done, message, 1, FakeCluster.NOW_MS, details)))
                : List.of());
    }

    private void answer(List<Difference> differences, List<Unread> unread, Map<Subject, Integer> more) {
        var answer = new DiffAnswer(List.of(Subject.values()), differences, unread, more);
        answer(true, "compared", new DiffCodec().encode(answer));
    }

    private static List<Difference> ofEverySubject() {
        return List.of(
                Difference.of(Subject.TOPICS, "returns", "6 partitions", null, "not started", false),
                Difference.of(Subject.TOPICS, "users", null, "1 partition", "its topic is gone at the source", false),
                Difference.of(
                        Subject.CONFIGS, "orders flush.ms", "5", "9", "not taken over: topic.properties.exclude", true),
                Difference.of(
                        Subject.CONFIGS,
                        "orders retention.ms",
                        "1000",
                        "9000",
                        "the next round of the sync makes it as at the source",
                        false),
                Difference.of(
                        Subject.GROUPS,
                        "billing orders-0",
                        "offset 40",
                        "offset 50",
                        "ahead by 10; the sync leaves it until the source goes back itself",
                        false),
                Difference.of(
                        Subject.GROUPS,
                        "live orders-1",
                        "offset 70",
                        "offset 64",
                        "behind by 6; synced every 10000 ms",
                        true),
                Difference.of(Subject.QUOTAS, "user=<default> producer_byte_rate", "1048576", null, "", false),
                Difference.of(Subject.USERS, "ada", "SCRAM-SHA-256", "SCRAM-SHA-512", "", false));
    }

    @Test
    void differencesAreShownBySubjectWithACodeOfTheirOwn() throws Exception {
        answer(ofEverySubject(), List.of(), Map.of(Subject.GROUPS, 12));
        var run = cluster.run("diff", "west");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.DIFFERENCES);
        Golden.check("diff.txt", run.out());
        assertThat(values(cluster, RecordValue.DiffRequest.class))
                .containsExactly(new RecordValue.DiffRequest(
                        List.of(),
                        List.of("topics", "configs", "groups", "acls", "quotas", "users"),
                        FakeCluster.NOW_MS + 60_000));
        assertThat(cluster.state.written())
                .as("nothing is left of it, and it is no operation")
                .extracting(StateRecord::key)
                .containsExactly(
                        new RecordKey.Request("west", "op-1"),
                        new RecordKey.Request("west", "op-1"),
                        new RecordKey.RequestOutcome("west", "op-1"));
        assertThat(cluster.state.written().subList(1, 3)).allMatch(record -> record.value() == null);
    }

    @Test
    void whatCouldNotBeReadIsPartialAndTheRestIsShown() throws Exception {
        answer(ofEverySubject(), List.of(DENIED), Map.of());
        var run = cluster.run("diff", "west", "-o", "json");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.PARTIAL);
        Golden.check("diff.json", run.out());
        answer(List.of(), List.of(DENIED), Map.of());
        var none = cluster.run("diff", "west");
        assertThat(none.exitCode()).isEqualTo(ExitCode.PARTIAL);
        Golden.check("diff-not-read.txt", none.out());
    }

    @Test
    void whatIsIntendedDoesNotCount() {
        var intended = new ArrayList<>(ofEverySubject());
        intended.removeIf(one -> !one.intended());
        answer(intended, List.of(), Map.of());
        var run = cluster.run("diff", "west");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("no differences in topics, configs, groups, acls, quotas, users; 2 intended");
        answer(List.of(), List.of(), Map.of());
        assertThat(cluster.run("diff", "west").out().strip())
                .isEqualTo("diff west: no differences in topics, configs, groups, acls, quotas, users");
    }

    @Test
    void topicsAndSubjectsNarrowIt() {
        answer(List.of(), List.of(), Map.of());
        var run = cluster.run(
                "diff", "west", "--topics", "orders,u.*", "--only", "users,topics,users", "--timeout", "5s");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(values(cluster, RecordValue.DiffRequest.class))
                .containsExactly(new RecordValue.DiffRequest(
                        List.of("orders", "u.*"), List.of("topics", "users"), FakeCluster.NOW_MS + 5_000));
    }

    @Test
    void aSourceThatDoesNotAnswerIsUnreachable() {
        answer(false, "no broker of source:9092 answers", Map.of("code", "UNREACHABLE"));
        var run = cluster.run("diff", "west");
        assertThat(run.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(run.err()).contains("KM4002", "no broker of source:9092 answers", "source.bootstrap.servers");
        answer(false, "SASL_AUTHENTICATION_FAILED", Map.of("code", "DENIED"));
        var denied = cluster.run("diff", "west");
        assertThat(denied.exitCode()).isEqualTo(ExitCode.PERMISSION);
        assertThat(denied.err()).contains("KM3003", "credentials");
        answer(false, "nothing of the mirror matches c.*", Map.of("code", "NO_TOPIC"));
        var none = cluster.run("diff", "west");
        assertThat(none.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(none.err()).contains("KM2015", "nothing of the mirror matches c.*");
    }

    @Test
    void noDaemonIsNoComparisonAndNoMirrorIsNoRequest() {
        var run = cluster.run("diff", "west", "--timeout", "50ms");
        assertThat(run.exitCode()).isEqualTo(ExitCode.TIMEOUT);
        assertThat(run.err()).contains("KM5002", "request to diff topics of mirror 'west'");
        var before = cluster.state.written().size();
        assertThat(cluster.run("diff", "wst").err()).contains(CliError.UNKNOWN_MIRROR.number(), "nearest: 'west'");
        assertThat(cluster.state.written()).hasSize(before);
        refused(new FakeCluster(), new FakeCluster().run("diff", "west"), CliError.UNKNOWN_MIRROR, "west");
    }

    @Test
    void whatAnEarlierOneLeftGoesWithItsOutcome() {
        cluster.state.seed(
                new StateRecord(
                        new RecordKey.Request("west", "old"),
                        new RecordValue.DiffRequest(List.of(), List.of("topics"), FakeCluster.NOW_MS - 7_200_000)),
                new StateRecord(
                        new RecordKey.RequestOutcome("west", "old"),
                        new RecordValue.Outcome(true, "compared", 1, FakeCluster.NOW_MS - 7_200_000, Map.of())));
        answer(List.of(), List.of(), Map.of());
        assertThat(cluster.run("diff", "west").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(cluster.state.written())
                .containsSubsequence(
                        new StateRecord(new RecordKey.Request("west", "old"), null),
                        new StateRecord(new RecordKey.RequestOutcome("west", "old"), null));
    }
}
