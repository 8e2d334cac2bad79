// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import static io.kmirrord.cli.verb.VerbFixture.obey;
import static io.kmirrord.cli.verb.VerbFixture.refused;
import static io.kmirrord.cli.verb.VerbFixture.values;
import static io.kmirrord.cli.verb.VerbFixture.west;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.kmirrord.cli.CliError;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.Golden;
import io.kmirrord.cli.fake.FakeCluster;
import io.kmirrord.cli.fake.Samples;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WishCommandTest {
    private final FakeCluster cluster = west();

    @Test
    void stopWishesEveryTopicStoppedAndWaitsForAllPartitions() {
        obey(cluster, StateName.STOPPED);
        var run = cluster.run("stop", "west");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .isEqualToIgnoringNewLines("stop west: all 3 partitions have arrived  transactions aborted: 3");
        assertThat(run.err()).contains("3 of 3 partitions have arrived");
        assertThat(cluster.state.written().get(1))
                .isEqualTo(new StateRecord(
                        new RecordKey.MirrorTopic("west", "orders", Samples.GENERATION, 1, "op-1"),
                        new RecordValue.MirrorTopic(
                                Samples.id("orders"), Desired.STOPPED, false, false, FakeCluster.NOW_MS)));
        assertThat(values(cluster, RecordValue.Operation.class).get(0).topics()).containsExactly("orders", "users");
        assertThat(values(cluster, RecordValue.Outcome.class)).singleElement().matches(RecordValue.Outcome::done);
    }

    @Test
    void aSecondStopWritesNothingAndIsDone() {
        obey(cluster, StateName.STOPPED);
        assertThat(cluster.run("stop", "west").exitCode()).isEqualTo(ExitCode.OK);
        var before = cluster.state.written().size();
        assertThat(cluster.run("stop", "west").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(cluster.state.written()).hasSize(before);
    }

    @Test
    void whoeverHasNotArrivedInTimeIsListedWithTheReason() throws Exception {
        cluster.state.seed(Samples.heartbeat(2, 180_000));
        var run = cluster.run("stop", "west", "--topics", "ord.*", "--timeout", "50ms", "-o", "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.TIMEOUT);
        var json = new ObjectMapper().readTree(run.out());
        Golden.check("change-out-of-time.json", run.out());
        assertThat(json.at("/partitions/1/reason").asText())
                .isEqualTo("the daemon beside node 2 was last heard of 3 min ago");
        assertThat(json.at("/partitions/0/state").asText()).isEqualTo("MIRRORING");
        assertThat(json.path("partitions")).hasSize(2);
    }

    @Test
    void aFailureOfBeforeTheWishSaysNothingAboutIt() {
        cluster.state.seed(Samples.failed("west", "users", 0, FailureCode.GAP, 1, -1));
        var run = cluster.run("stop", "west", "--topics", "users", "--timeout", "50ms");
        assertThat(run.exitCode()).isEqualTo(ExitCode.TIMEOUT);
        assertThat(run.out()).contains("waiting").contains("GAP: broker 3 said so");
    }

    @Test
    void aPartitionThatFailsForGoodEndsTheWaitAsPartial() throws Exception {
        cluster.state.react(record -> record.key() instanceof RecordKey.MirrorTopic
                ? List.of(
                        Samples.state("west", "orders", 0, StateName.STOPPED, 20),
                        Samples.failed("west", "orders", 1, FailureCode.EPOCH_LIMIT, 1, -1))
                : List.of());
        var run = cluster.run("stop", "west", "--topics", "orders");
        assertThat(run.exitCode()).isEqualTo(ExitCode.PARTIAL);
        Golden.check("change-partial.txt", run.out());
        assertThat(values(cluster, RecordValue.Outcome.class)).singleElement().matches(outcome -> !outcome.done());
    }

    @Test
    void aFailureThatIsRetriedSoonIsWaitedFor() {
        cluster.state.react(record -> record.key() instanceof RecordKey.MirrorTopic
                ? List.of(Samples.failed("west", "users", 0, FailureCode.NOT_ENOUGH_REPLICAS, 2, FakeCluster.NOW_MS))
                : List.of());
        assertThat(cluster.run("stop", "west", "--topics", "users", "--timeout", "50ms")
                        .exitCode())
                .isEqualTo(ExitCode.TIMEOUT);
    }

    @Test
    void anotherWishMeanwhileEndsTheWait() {
        cluster.state.react(record -> record.key() instanceof RecordKey.MirrorTopic
                ? List.of(new StateRecord(
                        new RecordKey.MirrorTopic("west", "users", Samples.GENERATION, 1, "zz"),
                        new RecordValue.MirrorTopic(Samples.id("users"), Desired.STOPPED, false, false, 1)))
                : List.of());
        var run = cluster.run("pause", "west", "--topics", "users");
        assertThat(run.exitCode()).isEqualTo(ExitCode.PARTIAL);
        assertThat(run.out()).contains("overtaken").contains("wished STOPPED by another command");
    }

    @Test
    void pauseAndResumeAreWaitedFor() {
        obey(cluster, StateName.PAUSED);
        assertThat(cluster.run("pause", "west").exitCode()).isEqualTo(ExitCode.OK);
        obey(cluster, StateName.MIRRORING);
        assertThat(cluster.run("resume", "west").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(values(cluster, RecordValue.MirrorTopic.class).stream().map(RecordValue.MirrorTopic::desired))
                .containsExactly(Desired.PAUSED, Desired.PAUSED, Desired.MIRRORING, Desired.MIRRORING);
        assertThat(cluster.state.view().wish("west", "users").orElseThrow().revision())
                .isEqualTo(2);
    }

    @Test
    void recoverRenewsTheWishOfTopicsWithFailures() {
        cluster.state.seed(Samples.failed("west", "users", 0, FailureCode.GAP, 1, -1));
        obey(cluster, StateName.MIRRORING);
        var run = cluster.run("recover", "west");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("orders has no FAILED partition");
        assertThat(cluster.state.written().get(1).key())
                .isEqualTo(new RecordKey.MirrorTopic("west", "users", Samples.GENERATION, 1, "op-1"));
        assertThat(values(cluster, RecordValue.MirrorTopic.class))
                .singleElement()
                .matches(wish -> wish.desired() == Desired.MIRRORING);
    }

    @Test
    void noWaitReturnsOnceTheWishIsAcknowledged() {
        var run = cluster.run("stop", "west", "--no-wait");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("acknowledged, not waited for");
        assertThat(values(cluster, RecordValue.MirrorTopic.class)).hasSize(2);
    }

    @Test
    void aDryRunWritesNothing() {
        var run = cluster.run("stop", "west", "--dry-run");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("would stop orders, wished MIRRORING");
        assertThat(cluster.state.written()).isEmpty();
    }

    @Test
    void stoppedTopicsStaySo() {
        cluster.state.seed(new StateRecord(
                new RecordKey.MirrorTopic("west", "users", Samples.GENERATION, 1, "op-0"),
                new RecordValue.MirrorTopic(Samples.id("users"), Desired.STOPPED, false, false, 1)));
        refused(cluster, cluster.run("resume", "west", "--topics", "users"), CliError.TOPIC_STOPPED, "users", "start");
        var run = cluster.run("pause", "west", "--no-wait");
        assertThat(run.out()).contains("users is stopped and stays so");
        assertThat(values(cluster, RecordValue.MirrorTopic.class)).hasSize(1);
    }

    @Test
    void aTopicThatIsGoneAtTheDestinationNeedsNoStop() {
        cluster.topics.remove("users");
        assertThat(cluster.run("stop", "west", "--topics", "users").exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void stopWithdrawsWhatNoDaemonHasStarted() {
        var open = new RecordKey.Request("west", "r-1");
        cluster.state.seed(new StateRecord(
                open,
                new RecordValue.StartRequest(
                        List.of("more"), List.of(), FakeCluster.NOW_MS, false, false, FakeCluster.NOW_MS + 60_000)));
        obey(cluster, StateName.STOPPED);
        assertThat(cluster.run("stop", "west").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(cluster.state.written()).contains(new StateRecord(open, null));
        assertThat(cluster.state.view().openRequests("west", FakeCluster.NOW_MS))
                .isEmpty();
    }

    @Test
    void whatIsWrongIsNamedByNumber() {
        refused(cluster, cluster.run("stop", "wset"), CliError.UNKNOWN_MIRROR, "'wset'", "nearest: 'west'");
        refused(
                cluster,
                cluster.run("stop", "west", "--topics", "orders,invoices"),
                CliError.NO_TOPIC_MATCHES,
                "matches invoices",
                "orders, users");
        refused(cluster, cluster.run("pause", "west", "--topics", "("), CliError.BAD_PATTERN, "'('");
    }
}
