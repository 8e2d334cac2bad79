// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import static io.kmirrord.cli.verb.VerbFixture.obey;
import static io.kmirrord.cli.verb.VerbFixture.refused;
import static io.kmirrord.cli.verb.VerbFixture.values;
import static io.kmirrord.cli.verb.VerbFixture.west;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.cluster.MinInSync;
import io.kmirrord.cli.fake.FakeCluster;
import io.kmirrord.cli.fake.Samples;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class FailoverCommandTest {
    private static final String STATE = "__mirror_state";

    private final FakeCluster cluster = west();

    /** Partitions whose leader is node 1, by number of replicas in sync; 0 for one without leader. */
    private void inSync(String topic, int wanted, boolean own, int... replicas) {
        cluster.minInSync.put(
                topic,
                new MinInSync(
                        topic,
                        wanted,
                        own,
                        IntStream.range(0, replicas.length)
                                .mapToObj(number -> new MinInSync.Partition(
                                        number, replicas[number] == 0 ? -1 : 1, replicas[number]))
                                .toList()));
    }

    @Test
    void itIsAStopAtOnceByItsOwnName() {
        obey(cluster, StateName.STOPPED);
        var run = cluster.run("failover", "west");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .isEqualToIgnoringNewLines("failover west: all 3 partitions have arrived  transactions aborted: 3");
        assertThat(values(cluster, RecordValue.MirrorTopic.class))
                .hasSize(2)
                .allMatch(wish -> wish.desired() == Desired.STOPPED);
        assertThat(values(cluster, RecordValue.Operation.class))
                .singleElement()
                .matches(operation -> operation.verb().equals("failover"));
        assertThat(values(cluster, RecordValue.Outcome.class))
                .singleElement()
                .extracting(RecordValue.Outcome::details)
                .isEqualTo(Map.of(
                        "transactions aborted",
                        "3",
                        "stopped.orders",
                        "0:5/1200+1,1:5/1200+1",
                        "stopped.users",
                        "0:5/1200+1"));
        assertThat(cluster.minInSyncSet).isEmpty();
    }

    @Test
    @DisplayName("R6: where no wish can be written, that is said at once, with the way out")
    void r6TooFewReplicasOfTheStateTopic() {
        inSync(STATE, 2, true, 2, 1);
        refused(
                cluster,
                cluster.run("failover", "west"),
                CliError.TOO_FEW_IN_SYNC,
                "__mirror_state from 2 to 1 (1 of 2 partitions are below)",
                "failover --degraded");
    }

    @Test
    @DisplayName("R6: nothing is lowered unless the mirror's name was typed again")
    void r6WantsAConfirmation() {
        inSync(STATE, 2, true, 1);
        for (var line : List.of("failover west --degraded", "failover west --degraded --confirm east")) {
            refused(cluster, cluster.run(line.split(" ", -1)), CliError.NOT_CONFIRMED, "'west'", STATE);
        }
        var run = cluster.run("failover", "west", "--degraded", "--dry-run");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.err()).contains("would lower min.insync.replicas: __mirror_state from 2 to 1");
        assertThat(cluster.minInSyncSet).isEmpty();
        refused(
                cluster,
                cluster.run("failover", "west", "--degraded", "--no-wait"),
                CliError.CONTRADICTION,
                "--degraded",
                "--no-wait");
    }

    @Test
    @DisplayName("R6: what has a leader is stopped, the rest is listed, the settings are put back")
    void r6StopsWhatHasALeader() {
        inSync(STATE, 2, true, 1, 2);
        inSync("__transaction_state", 2, false, 1);
        inSync("orders", 3, false, 2, 0);
        inSync("users", 1, false, 1);
        cluster.topics.put("orders", Samples.facts("orders", 1, -1));
        cluster.state.react(record -> record.key() instanceof RecordKey.MirrorTopic wish
                ? List.of(Samples.state("west", wish.topic(), 0, StateName.STOPPED, 20))
                : List.of());
        var run = cluster.run("failover", "west", "--degraded", "--confirm", "west");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.PARTIAL);
        assertThat(run.out())
                .contains("2 of 3 partitions have arrived")
                .contains("has no leader")
                .contains("start one of its brokers");
        assertThat(cluster.minInSyncSet)
                .containsExactly(
                        Map.of(STATE, OptionalInt.of(1), "__transaction_state", OptionalInt.of(1)),
                        Map.of("orders", OptionalInt.of(2)),
                        Map.of("orders", OptionalInt.empty()),
                        Map.of(STATE, OptionalInt.of(2), "__transaction_state", OptionalInt.empty()));
        assertThat(run.err()).contains("min.insync.replicas is as it was before");
    }

    @Test
    void withEverythingInSyncDegradedLowersNothing() {
        obey(cluster, StateName.STOPPED);
        inSync(STATE, 2, true, 3, 2);
        var run = cluster.run("failover", "west", "--degraded");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.err()).contains("nothing to lower");
        assertThat(cluster.minInSyncSet).isEmpty();
    }

    @Test
    void settingsThatCannotBePutBackAreAnErrorWithTheCommands() {
        obey(cluster, StateName.STOPPED);
        inSync(STATE, 2, true, 1);
        cluster.failSettings(1);
        var run = cluster.run("failover", "west", "--degraded", "--confirm", "west");
        assertThat(run.exitCode()).isEqualTo(CliError.NOT_RESTORED.exitCode());
        assertThat(run.err())
                .contains("KM2024")
                .contains("kafka-configs.sh --alter --topic __mirror_state --add-config min.insync.replicas=2");
        assertThat(run.out()).contains("all 3 partitions have arrived");
    }
}
