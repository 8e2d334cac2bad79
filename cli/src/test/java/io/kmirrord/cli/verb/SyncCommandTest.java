// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import static io.kmirrord.cli.verb.VerbFixture.refused;
import static io.kmirrord.cli.verb.VerbFixture.values;
import static io.kmirrord.cli.verb.VerbFixture.west;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.fake.FakeCluster;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SyncCommandTest {
    private final FakeCluster cluster = west();

    private void answer(boolean done, String message, Map<String, String> details) {
        cluster.state.react(record -> record.key() instanceof RecordKey.Request request && record.value() != null
                ? List.of(new StateRecord(
                        new RecordKey.RequestOutcome(request.mirror(), request.requestId()),
                        new RecordValue.Outcome(done, message, 1, FakeCluster.NOW_MS, details)))
                : List.of());
    }

    @Test
    void whatTheDaemonFoundIsShownAndTheRequestGoes() {
        answer(true, "everything was looked at", Map.of("started", "new-1,new-2", "topics", "1", "groups", "0"));
        var run = cluster.run("sync", "west");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .contains(
                        "sync west: everything was looked at; 1 things are left alone: mirrorctl describe west",
                        "topics started: new-1,new-2",
                        "groups left alone: 0");
        assertThat(values(cluster, RecordValue.SyncRequest.class))
                .containsExactly(new RecordValue.SyncRequest(FakeCluster.NOW_MS + 60_000));
        assertThat(cluster.state.written()).contains(new StateRecord(new RecordKey.Request("west", "op-1"), null));
        assertThat(values(cluster, RecordValue.MirrorTopic.class)).isEmpty();
    }

    @Test
    void aSubjectThatCouldNotBeComparedIsAPartialResult() {
        answer(false, "not synced: groups: connection refused", Map.of("configs", "0"));
        var run = cluster.run("sync", "west", "-o", "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.PARTIAL);
        assertThat(run.out()).contains("\"done\" : false", "connection refused", "\"configs\" : 0");
        assertThat(values(cluster, RecordValue.Outcome.class)).anyMatch(outcome -> !outcome.done());
    }

    @Test
    void noDaemonIsNoSync() {
        var run = cluster.run("sync", "west", "--timeout", "50ms");
        assertThat(run.exitCode()).isEqualTo(ExitCode.TIMEOUT);
        assertThat(run.err()).contains("KM5002", "request to sync topics of mirror 'west'");
    }

    @Test
    void whatIsAskedForAtOnceIsWaitedFor() {
        refused(cluster, cluster.run("sync", "west", "--no-wait"), CliError.CONTRADICTION, "sync", "--no-wait");
        refused(cluster, cluster.run("sync", "west", "--dry-run"), CliError.CONTRADICTION, "sync", "--dry-run");
        refused(cluster, cluster.run("sync", "north"), CliError.UNKNOWN_MIRROR, "north");
    }
}
