// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import static io.kmirrord.cli.verb.VerbFixture.refused;
import static io.kmirrord.cli.verb.VerbFixture.values;
import static io.kmirrord.cli.verb.VerbFixture.west;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.kmirrord.cli.CliError;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.Golden;
import io.kmirrord.cli.fake.FakeCluster;
import io.kmirrord.cli.fake.Samples;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SalvageCommandTest {
    private static final long DAY_MS = 86_400_000;

    private final FakeCluster cluster = west();

    @BeforeEach
    void save() {
        cluster.state.seed(
                Samples.salvage("west", "orders", 0, 1, 1, 40 * DAY_MS),
                Samples.salvage("west", "orders", 1, 2, 2, 31 * DAY_MS),
                Samples.salvage("west", "users", 0, 3, 1, DAY_MS),
                Samples.salvage("gone", "old", 0, 1, 3, 90 * DAY_MS));
    }

    /** Daemons that delete what they are asked to, except for some. */
    private void obey(Set<Integer> nodes, Set<String> stuck) {
        cluster.state.react(record -> {
            if (!(record.value() instanceof RecordValue.SalvagePruneRequest asked) || !nodes.contains(asked.nodeId())) {
                return List.of();
            }
            var key = (RecordKey.Request) record.key();
            var answers = new ArrayList<StateRecord>();
            var details = new TreeMap<String, String>();
            for (var id : asked.salvageIds()) {
                if (stuck.contains(id)) {
                    details.put(id, "cannot delete it: read-only file system");
                } else {
                    answers.add(new StateRecord(new RecordKey.Salvage(key.mirror(), id), null));
                }
            }
            var done = details.isEmpty();
            details.put("bytes", "99");
            answers.add(new StateRecord(
                    new RecordKey.RequestOutcome(key.mirror(), key.requestId()),
                    new RecordValue.Outcome(done, "said", asked.nodeId(), FakeCluster.NOW_MS, details)));
            return answers;
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "salvage list",
                "salvage list west -o json",
                "salvage list gone",
                "salvage list west --topics orders",
                "salvage list west --topics nothing.*",
                "salvage show west orders-1/17-7-2",
                "salvage show west orders-1/17-7-2 -o json",
                "salvage prune west --older-than 30d --dry-run"
            })
    void theyPrintAsWritten(String command) throws Exception {
        var run = cluster.run(command.split(" ", -1));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        Golden.check("verb-" + command.replaceAll("[^a-z0-9]+", "-") + ".txt", run.out());
        assertThat(cluster.state.written()).isEmpty();
    }

    @Test
    void namesThatNobodyHasAreRefused() {
        refused(cluster, cluster.run("salvage", "list", "wets"), CliError.UNKNOWN_MIRROR, "'wets'", "west");
        refused(cluster, cluster.run("salvage", "show", "west", "x-0/1"), CliError.UNKNOWN_SALVAGE, "'x-0/1'");
        refused(cluster, cluster.run("salvage", "prune", "west", "x-0/1"), CliError.UNKNOWN_SALVAGE, "'x-0/1'");
        refused(cluster, cluster.run("salvage", "prune", "west"), CliError.NOTHING_TO_PRUNE, "'west'");
        refused(
                cluster,
                cluster.run("salvage", "prune", "west", "x-0/1", "--older-than", "30d"),
                CliError.CONTRADICTION,
                "--older-than");
        refused(cluster, cluster.run("salvage", "prune", "west", "--older-than", "30"), CliError.BAD_DURATION, "'30'");
    }

    @Test
    void aMirrorWithoutSalvagesHasNone() {
        cluster.state.seed(Samples.mirror("east"));
        assertThat(cluster.run("salvage", "list", "east").out()).isEqualToIgnoringNewLines("no salvages");
        var run = cluster.run("salvage", "prune", "west", "--older-than", "900d");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("nothing to do");
        assertThat(cluster.state.written()).isEmpty();
    }

    @Test
    void eachNodeIsAskedForItsOwnAndTheRequestsAreRemoved() {
        obey(Set.of(1, 2), Set.of());
        var run = cluster.run("salvage", "prune", "west", "--older-than", "30d");
        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("2 salvages, DELETED 2");
        assertThat(values(cluster, RecordValue.SalvagePruneRequest.class))
                .extracting(RecordValue.SalvagePruneRequest::nodeId, RecordValue.SalvagePruneRequest::salvageIds)
                .containsExactly(tuple(1, List.of("orders-0/17-7-1")), tuple(2, List.of("orders-1/17-7-2")));
        assertThat(cluster.state.view().openPrunes(1, 0)).isEmpty();
        assertThat(cluster.state.view().records())
                .noneMatch(record -> record.value() instanceof RecordValue.SalvagePruneRequest);
        assertThat(values(cluster, RecordValue.Operation.class)).singleElement().satisfies(operation -> {
            assertThat(operation.verb()).isEqualTo("salvage prune");
            assertThat(operation.topics()).containsExactly("orders");
        });
        assertThat(values(cluster, RecordValue.Outcome.class)).singleElement().matches(RecordValue.Outcome::done);
        assertThat(cluster.run("salvage", "list", "west").out())
                .contains("users-0/17-7-3")
                .doesNotContain("orders");
    }

    @Test
    void salvagesOfADeletedMirrorAreDeletedToo() {
        obey(Set.of(3), Set.of());
        assertThat(cluster.run("salvage", "prune", "gone", "old-0/17-7-1").exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(cluster.run("salvage", "list", "gone").err()).contains("KM2001");
    }

    @Test
    void partlyDoneIsSaidWithTheListAndTheReasons() throws Exception {
        obey(Set.of(1), Set.of("orders-0/17-7-1"));
        var run = cluster.run(
                "salvage",
                "prune",
                "west",
                "orders-0/17-7-1",
                "orders-1/17-7-2",
                "users-0/17-7-3",
                "--timeout",
                "200ms",
                "-o",
                "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.PARTIAL);
        var rows = new ObjectMapper().readTree(run.out()).path("salvages");
        var results = new TreeMap<String, String>();
        rows.forEach(
                row -> results.put(row.path("id").asText(), row.path("result").asText()));
        assertThat(results)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "orders-0/17-7-1", "FAILED", "orders-1/17-7-2", "NO_ANSWER", "users-0/17-7-3", "DELETED"));
        assertThat(rows.get(0).path("reason").asText()).contains("read-only file system");
        assertThat(cluster.state.view().openPrunes(2, FakeCluster.NOW_MS))
                .as("stands for the daemon that is silent")
                .hasSize(1);
    }

    @Test
    void nobodyWhoAnswersIsOutOfTimeAndNoWaitAsksOnly() {
        var run = cluster.run("salvage", "prune", "west", "orders-1/17-7-2", "--timeout", "100ms");
        assertThat(run.exitCode()).isEqualTo(ExitCode.TIMEOUT);
        assertThat(run.out()).contains("NO_ANSWER").contains("the request stands until 2026-12-01T12:01:00Z");
        var asked = cluster.run("salvage", "prune", "west", "orders-1/17-7-2", "--no-wait");
        assertThat(asked.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(asked.out()).contains("ASKED 1");
        assertThat(cluster.state.view().openPrunes(2, FakeCluster.NOW_MS + 599_999))
                .hasSize(1);
    }
}
