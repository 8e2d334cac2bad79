// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import static io.kmirrord.cli.verb.VerbFixture.refused;
import static io.kmirrord.cli.verb.VerbFixture.values;
import static io.kmirrord.cli.verb.VerbFixture.west;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.fake.FakeCluster;
import io.kmirrord.cli.fake.Samples;
import io.kmirrord.statemachine.Cuts;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.SalvageReason;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class StartCommandTest {
    private final FakeCluster cluster = west();

    /** A daemon that starts one topic, which reaches a state. */
    private void answerWith(String topic, StateName reached) {
        answerWith(topic, reached, Map.of("created", topic));
    }

    private void answerWith(String topic, StateName reached, Map<String, String> details) {
        cluster.topics.put(topic, Samples.facts(topic, 1));
        cluster.state.react(record -> {
            if (!(record.key() instanceof RecordKey.Request request)
                    || !(record.value() instanceof RecordValue.StartRequest start)) {
                return List.of();
            }
            var answers = new ArrayList<StateRecord>();
            answers.add(new StateRecord(
                    new RecordKey.MirrorTopic("west", topic, start.generation(), 0, request.requestId()),
                    new RecordValue.MirrorTopic(Samples.id(topic), Desired.MIRRORING, false, false, 1)));
            answers.add(
                    Samples.record("west", topic, 0, Samples.recorded(reached, start.generation(), 5, null, 0, -1)));
            answers.add(outcome(request, true, "started 1 topic", details));
            return answers;
        });
    }

    private static StateRecord outcome(
            RecordKey.Request request, boolean done, String message, Map<String, String> details) {
        return new StateRecord(
                new RecordKey.RequestOutcome(request.mirror(), request.requestId()),
                new RecordValue.Outcome(done, message, 1, FakeCluster.NOW_MS, details));
    }

    @Test
    void startAsksTheDaemonAndWaitsForItsTopics() {
        answerWith("invoices", StateName.MIRRORING);
        var run = cluster.run("start", "west", "--topics", "invoices", "--exclude", "tmp.*", "--overwrite-local");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("all 1 partitions have arrived").contains("created: invoices");
        assertThat(values(cluster, RecordValue.StartRequest.class))
                .containsExactly(new RecordValue.StartRequest(
                        List.of("invoices"),
                        List.of("tmp.*"),
                        FakeCluster.NOW_MS,
                        true,
                        false,
                        FakeCluster.NOW_MS + 60_000));
        assertThat(cluster.state.written()).contains(new StateRecord(new RecordKey.Request("west", "op-1"), null));
    }

    private static Cuts.Cut cut(long generation, int step, SalvageReason reason, long from, long end) {
        return new Cuts.Cut(
                new EffectId(generation, Samples.EPOCH, step), reason, from, end, end - from, 10 * (end - from));
    }

    private Map<String, String> outcomeOf(String operation) {
        return cluster.state.written().stream()
                .filter(record -> record.key().equals(new RecordKey.OperationOutcome("west", operation)))
                .map(record -> ((RecordValue.Outcome) Objects.requireNonNull(record.value())).details())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatAStartCutIsInItsOutcomeAndSummedUpWithoutTheInventoryOfSalvages() {
        cluster.topics.put("invoices", Samples.facts("invoices", 1, 2));
        cluster.state.react(record -> {
            if (!(record.key() instanceof RecordKey.Request request)
                    || !(record.value() instanceof RecordValue.StartRequest start)) {
                return List.of();
            }
            var generation = start.generation();
            var full = cut(generation, 8, SalvageReason.FULL_COPY, 0, 9);
            return List.of(
                    new StateRecord(
                            new RecordKey.MirrorTopic("west", "invoices", generation, 0, request.requestId()),
                            new RecordValue.MirrorTopic(Samples.id("invoices"), Desired.MIRRORING, false, false, 1)),
                    Samples.cut(
                            "west",
                            "invoices",
                            0,
                            generation,
                            new Cuts(1, 20, 200, List.of(cut(generation, 8, SalvageReason.PREPARING, 60, 80)))),
                    Samples.cut("west", "invoices", 1, generation, new Cuts(3, 30, 300, List.of(full))),
                    outcome(request, true, "started 1 topic", Map.of()));
        });
        var run = cluster.run("start", "west", "--topics", "invoices");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .contains("records cut: 50 (500 bytes, in 4 cuts), saved before: mirrorctl salvage list west");
        assertThat(outcomeOf("op-1"))
                .isEqualTo(Map.of(
                        "records cut",
                        "50",
                        "bytes cut",
                        "500",
                        "cut.invoices",
                        "0:PREPARING 60..80 20/200,1:2 earlier,1:FULL_COPY 0..9 9/90"));
    }

    @Test
    void aStartThatCutNothingSaysSoInItsOutcomeOnly() {
        answerWith("invoices", StateName.MIRRORING);
        var run = cluster.run("start", "west", "--topics", "invoices");
        assertThat(run.out()).doesNotContain("records cut");
        assertThat(outcomeOf("op-1")).isEqualTo(Map.of("records cut", "0", "bytes cut", "0"));
    }

    @Test
    void cutsOfBeforeAreNotThoseOfAConsentThatIsGivenLater() {
        var early = cut(Samples.GENERATION, 8, SalvageReason.PREPARING, 60, 80);
        cluster.state.seed(Samples.failed("west", "users", 0, FailureCode.CUT_OVER_LIMIT, 1, -1));
        cluster.state.react(record -> record.key() instanceof RecordKey.MirrorTopic wish
                ? List.of(Samples.cut(
                        "west",
                        "users",
                        0,
                        wish.generation(),
                        new Cuts(
                                2,
                                25,
                                250,
                                List.of(early, cut(Samples.GENERATION, 20, SalvageReason.PREPARING, 55, 60)))))
                : List.of());
        var run = cluster.run("start", "west", "--topics", "users", "--confirm-cut");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("records cut: 5 (50 bytes, in 1 cut)");
        assertThat(outcomeOf("op-1")).containsEntry("cut.users", "0:PREPARING 55..60 5/50");
    }

    @Test
    void aTopicThatDoesNotArriveIsListed() {
        answerWith("invoices", StateName.PREPARING);
        var run = cluster.run("start", "west", "--topics", "inv.*", "--timeout", "50ms");
        assertThat(run.exitCode()).isEqualTo(ExitCode.TIMEOUT);
        assertThat(run.out()).contains("invoices").contains("PREPARING");
    }

    @Test
    void aTopicThatIsNotCreatedYetIsListedAsThat() {
        answerWith("invoices", StateName.PREPARING);
        cluster.topics.remove("invoices");
        cluster.state.react(record -> record.value() instanceof RecordValue.StartRequest start
                        && record.key() instanceof RecordKey.Request request
                ? List.of(
                        new StateRecord(
                                new RecordKey.MirrorTopic("west", "invoices", start.generation(), 0, "r"),
                                new RecordValue.MirrorTopic(null, Desired.MIRRORING, false, false, 1)),
                        outcome(request, true, "started", Map.of()))
                : List.of());
        var run = cluster.run("start", "west", "--timeout", "50ms");
        assertThat(run.exitCode()).isEqualTo(ExitCode.TIMEOUT);
        assertThat(run.out()).contains("not created at the destination yet");
    }

    @Test
    void topicsThatTheDaemonCannotMirrorAreListedBesideThoseThatStart() {
        answerWith("invoices", StateName.MIRRORING, Map.of("refused", "bills", "skipped", ""));
        var run = cluster.run("start", "west", "--topics", ".*");
        assertThat(run.exitCode()).isEqualTo(ExitCode.PARTIAL);
        assertThat(run.out())
                .contains("started 1 topic")
                .contains("1 of 2 partitions have arrived")
                .contains("refused by the daemon")
                .doesNotContain("skipped");
    }

    @Test
    void aRefusalOfTheDaemonIsShownWithItsDetails() {
        cluster.state.react(record -> record.key() instanceof RecordKey.Request request && record.value() != null
                ? List.of(outcome(request, false, "node 3 has no bridge", Map.of("missing", "3")))
                : List.of());
        var run = cluster.run("start", "west", "--topics", "invoices", "-o", "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.err())
                .contains("KM2015")
                .contains("node 3 has no bridge")
                .contains("missing: 3");
        assertThat(run.out()).contains("\"number\" : \"KM2015\"");
        assertThat(values(cluster, RecordValue.Outcome.class)).singleElement().matches(outcome -> !outcome.done());
    }

    @Test
    void withoutAnAnswerItSaysWhoseDaemonIsSilent() {
        cluster.state.lead(StatePartitions.of("west"), 3);
        var run = cluster.run("start", "west", "--topics", "invoices", "--timeout", "50ms");
        assertThat(run.exitCode()).isEqualTo(ExitCode.TIMEOUT);
        assertThat(run.err())
                .contains("KM5002")
                .contains("within 50 ms")
                .contains("no daemon was ever heard of beside node 3")
                .contains("2026-12-01T12:01:00Z");
    }

    @Test
    void noWaitLeavesTheRequestForTenMinutes() {
        var run = cluster.run("start", "west", "--no-wait");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("request: op-1");
        assertThat(values(cluster, RecordValue.StartRequest.class))
                .singleElement()
                .matches(start -> start.includes().isEmpty() && start.expiresMs() == FakeCluster.NOW_MS + 600_000);
    }

    @Test
    void aConsentRenewsTheWishOfAFailedTopicThatIsNamed() {
        cluster.state.seed(Samples.failed("west", "users", 0, FailureCode.CUT_OVER_LIMIT, 1, -1));
        VerbFixture.obey(cluster, StateName.MIRRORING);
        refused(cluster, cluster.run("start", "west", "--topics", "users"), CliError.ALREADY_STARTED, "users");
        refused(
                cluster,
                cluster.run("start", "west", "--topics", "users", "--overwrite-local"),
                CliError.ALREADY_STARTED,
                "users");
        var run = cluster.run("start", "west", "--topics", "users", "--confirm-cut");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(values(cluster, RecordValue.StartRequest.class)).isEmpty();
        assertThat(values(cluster, RecordValue.MirrorTopic.class))
                .singleElement()
                .matches(wish -> wish.confirmCut() && !wish.overwriteLocal() && wish.desired() == Desired.MIRRORING);
    }

    @Test
    void whatIsWrongIsNamedByNumber() {
        refused(cluster, cluster.run("start", "wset"), CliError.UNKNOWN_MIRROR, "'wset'", "nearest: 'west'");
        refused(cluster, cluster.run("start", "west", "--topics", "orders"), CliError.ALREADY_STARTED, "orders");
        refused(cluster, cluster.run("start", "west", "--topics", "__x"), CliError.RESERVED_TOPIC, "__x");
        cluster.state.seed(Samples.mirror("east"), Samples.wish("east", "bills", Desired.PAUSED));
        refused(
                cluster,
                cluster.run("start", "west", "--topics", "bills"),
                CliError.TOPIC_IN_OTHER_MIRROR,
                "'bills'",
                "'east'",
                "mirrorctl stop east --topics bills");
        refused(cluster, cluster.run("start", "east"), CliError.NO_PATTERNS, "'east'", "--topics");
    }

    @Test
    void aDryRunSaysWhatWouldBeAsked() {
        var run = cluster.run("start", "west", "--topics", "inv.*", "--dry-run");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("would ask the daemons to start inv.*");
        assertThat(cluster.state.written()).isEmpty();
    }

    @Test
    void requestsWhoseCommandDidNotStayAreRemovedLater() {
        var old = new RecordKey.Request("west", "r-1");
        cluster.state.seed(
                new StateRecord(
                        old, new RecordValue.StartRequest(List.of(), List.of(), 1, false, false, FakeCluster.NOW_MS)),
                new StateRecord(
                        new RecordKey.RequestOutcome("west", "r-1"),
                        new RecordValue.Outcome(true, "", 1, FakeCluster.NOW_MS - 7_200_000, Map.of())));
        cluster.run("start", "west", "--no-wait");
        assertThat(cluster.state.written()).contains(new StateRecord(old, null));
    }
}
