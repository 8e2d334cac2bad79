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
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PromoteCommandTest {
    private final FakeCluster cluster = west();

    /** Daemons that answer a promotion, and stop what is wished to be stopped. */
    private void answer(boolean done, String message, Map<String, String> details) {
        cluster.state.react(record -> {
            if (record.key() instanceof RecordKey.Request request && record.value() != null) {
                return List.of(new StateRecord(
                        new RecordKey.RequestOutcome(request.mirror(), request.requestId()),
                        new RecordValue.Outcome(done, message, 1, FakeCluster.NOW_MS, details)));
            }
            return record.key() instanceof RecordKey.MirrorTopic wish
                    ? Stream.of(0, 1)
                            .filter(partition -> wish.topic().equals("orders") || partition == 0)
                            .map(partition -> Samples.record(
                                    "west",
                                    wish.topic(),
                                    partition,
                                    Samples.recorded(StateName.STOPPED, wish.generation(), 20, null, 0, -1)))
                            .toList()
                    : List.of();
        });
    }

    @Test
    void topicsAreStoppedOnceTheDaemonSaysThatEverythingIsHere() {
        answer(true, "3 partitions have all", Map.of("skipped", "group g: has members"));
        var run = cluster.run("promote", "west");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("promote west: all 3 partitions have arrived");
        assertThat(run.err()).contains("3 partitions have all", "group offsets left alone: group g: has members");
        assertThat(values(cluster, RecordValue.PromoteRequest.class))
                .containsExactly(
                        new RecordValue.PromoteRequest(List.of("orders", "users"), FakeCluster.NOW_MS + 60_000));
        assertThat(cluster.state.written()).contains(new StateRecord(new RecordKey.Request("west", "op-1"), null));
        assertThat(values(cluster, RecordValue.MirrorTopic.class))
                .hasSize(2)
                .allMatch(wish -> wish.desired() == Desired.STOPPED);
        assertThat(values(cluster, RecordValue.Operation.class))
                .isNotEmpty()
                .allMatch(operation -> operation.verb().equals("promote"));
    }

    @Test
    void aLagThatDoesNotEndLeavesEverythingAsItIsWithACodeOfItsOwn() {
        answer(false, "not in time: still written to: orders-0 (producer id 7 epoch 0)", Map.of("code", "LAG"));
        var run = cluster.run("promote", "west", "--topics", "orders", "--timeout", "5s");
        assertThat(run.exitCode()).isEqualTo(ExitCode.LAGGING);
        assertThat(run.err()).contains("KM6001", "producer id 7", "mirrorctl failover west");
        assertThat(values(cluster, RecordValue.MirrorTopic.class)).isEmpty();
        assertThat(values(cluster, RecordValue.PromoteRequest.class))
                .containsExactly(new RecordValue.PromoteRequest(List.of("orders"), FakeCluster.NOW_MS + 5_000));
        assertThat(values(cluster, RecordValue.Outcome.class)).singleElement().matches(outcome -> !outcome.done());
    }

    @Test
    void aPartitionThatNothingIsCopiedToIsARefusal() {
        answer(false, "orders-0 is FAILED", Map.of("code", "NOT_MIRRORING"));
        var run = cluster.run("promote", "west");
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.err()).contains("KM2015", "orders-0 is FAILED");
        assertThat(values(cluster, RecordValue.MirrorTopic.class)).isEmpty();
    }

    @Test
    void noDaemonIsNoPromotion() {
        var run = cluster.run("promote", "west", "--timeout", "50ms");
        assertThat(run.exitCode()).isEqualTo(ExitCode.TIMEOUT);
        assertThat(run.err()).contains("KM5002", "request to promote topics of mirror 'west'");
        assertThat(values(cluster, RecordValue.MirrorTopic.class)).isEmpty();
    }

    @Test
    void aDryRunWritesNothingAndNoWaitIsRefused() {
        assertThat(cluster.run("promote", "west", "--dry-run").out()).contains("promote orders, wished MIRRORING");
        refused(cluster, cluster.run("promote", "west", "--no-wait"), CliError.CONTRADICTION, "promote", "--no-wait");
        refused(cluster, cluster.run("promote", "west", "--topics", "nothing"), CliError.NO_TOPIC_MATCHES, "nothing");
    }
}
