// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import static io.kmirrord.cli.verb.VerbFixture.refused;
import static io.kmirrord.cli.verb.VerbFixture.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.fake.FakeCluster;
import io.kmirrord.cli.fake.Samples;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CreateCommandTest {
    private final FakeCluster cluster = new FakeCluster();

    @TempDir
    Path dir;

    @Test
    void theDefinitionIsWrittenAfterTheOperation() {
        var run = cluster.run(
                "create",
                "west",
                "--source",
                "a:9092,b:9092",
                "--set",
                "on.gap=fail",
                "--topics",
                "orders,u.*",
                "--exclude",
                "u1");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("create west: done").contains("mirrorctl start west");
        assertThat(cluster.createAsked()).isTrue();
        var written = cluster.state.written();
        assertThat(written.stream().map(record -> record.key().getClass().getSimpleName()))
                .containsExactly("Operation", "Mirror", "OperationOutcome");
        assertThat(written.get(0).value())
                .isEqualTo(new RecordValue.Operation(
                        "create", List.of("orders", "u.*"), "ada", "console-1", "0.1.0", FakeCluster.NOW_MS));
        assertThat(written.get(1))
                .isEqualTo(new StateRecord(
                        new RecordKey.Mirror("west", 1, "op-1"),
                        new RecordValue.Mirror(
                                Map.of("source.bootstrap.servers", "a:9092,b:9092", "on.gap", "fail"),
                                List.of("orders", "u.*"),
                                List.of("u1"),
                                null,
                                FakeCluster.NOW_MS,
                                false,
                                FakeCluster.NOW_MS)));
        assertThat(written.get(2).value()).matches(value -> ((RecordValue.Outcome) value).done());
    }

    @Test
    void settingsComeFromTheFileToo() throws Exception {
        var file = Files.writeString(
                dir.resolve("west.properties"), "source.bootstrap.servers=a:9092\nmax.cut.records=5\n");
        var run = cluster.run("create", "west", "--config", file.toString(), "--set", "max.cut.records=7");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(values(cluster, RecordValue.Mirror.class).get(0).config())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("source.bootstrap.servers", "a:9092", "max.cut.records", "7"));
    }

    @Test
    void anotherLifeOfTheNameBeginsAboveTheFormerOne() {
        var former = (RecordValue.Mirror)
                java.util.Objects.requireNonNull(Samples.mirror("west").value());
        cluster.state.seed(new StateRecord(
                new RecordKey.Mirror("west", 5, "op-0"),
                new RecordValue.Mirror(former.config(), List.of(), List.of(), null, FakeCluster.NOW_MS + 50, true, 1)));
        assertThat(cluster.run("create", "west", "--source", "a:1").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(cluster.state.written().get(1).key()).isEqualTo(new RecordKey.Mirror("west", 6, "op-1"));
        assertThat(values(cluster, RecordValue.Mirror.class).get(0).sinceGeneration())
                .isEqualTo(FakeCluster.NOW_MS + 51);
    }

    @Test
    void aDryRunWritesNothingAndNeedsNoStateTopic() {
        var plain = cluster.run("create", "west", "--source", "a:1", "--dry-run");
        assertThat(plain.out()).contains("nothing written").contains("would create mirror west of a:1");
        cluster.failOpening(() -> CliError.STATE_TOPIC_MISSING.with("no topic"));
        var missing = cluster.run("create", "west", "--source", "a:1", "--dry-run");
        assertThat(missing.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(missing.out()).contains("it would be created first");
        assertThat(cluster.createAsked()).isFalse();
        assertThat(cluster.state.written()).isEmpty();
    }

    @Test
    void whatIsWrongIsNamedByNumber() {
        refused(cluster, cluster.run("create", "we/st", "--source", "a:1"), CliError.BAD_NAME, "we/st", "1 to 100");
        refused(cluster, cluster.run("create", "west"), CliError.SOURCE_MISSING, "'west'", "--source");
        refused(
                cluster,
                cluster.run("create", "west", "--source", "a:1", "--set", "onn.gap=fail", "--set", "on.gap=never"),
                CliError.BAD_SETTINGS,
                "onn.gap is not a setting; nearest: on.gap",
                "continue, fail");
        refused(cluster, cluster.run("create", "west", "--source", "a"), CliError.BAD_SETTINGS, "'a'", "host:port");
        refused(
                cluster,
                cluster.run("create", "west", "--source", "a:1", "--set", "x"),
                CliError.BAD_ASSIGNMENT,
                "'x'");
        refused(
                cluster,
                cluster.run("create", "west", "--source", "a:1", "--topics", "a[b"),
                CliError.BAD_PATTERN,
                "'a[b'",
                "RE2");
        refused(
                cluster,
                cluster.run("create", "west", "--source", "a:1", "--topics", "__consumer_offsets"),
                CliError.RESERVED_TOPIC,
                "__consumer_offsets");
        refused(
                cluster,
                cluster.run("create", "west", "--state-topic", "mine", "--source", "a:1", "--topics", "mine"),
                CliError.RESERVED_TOPIC,
                "'mine'");
        refused(
                cluster,
                cluster.run("create", "west", "--source", "a:1", "--set", "source.bootstrap.servers=b:1"),
                CliError.CONTRADICTION,
                "a:1",
                "b:1");
        refused(
                cluster,
                cluster.run("create", "west", "--config", dir.resolve("no").toString()),
                CliError.BAD_FILE,
                "there is none");
        refused(
                cluster,
                cluster.run("create", "west", "--source", "a:1", "--timeout", "1 day"),
                CliError.BAD_DURATION,
                "'1 day'",
                "30s");
    }

    @Test
    void aMirrorThatExistsIsRefused() {
        cluster.state.seed(Samples.mirror("west"));
        refused(
                cluster,
                cluster.run("create", "west", "--source", "a:1"),
                CliError.MIRROR_EXISTS,
                "'west'",
                "west-source:9092");
    }

    @Test
    void twoOperatorsAtOnceOneWins() {
        cluster.state.react(record -> record.key() instanceof RecordKey.Mirror
                ? List.of(new StateRecord(
                        new RecordKey.Mirror("west", 1, "zz"),
                        Samples.mirror("west").value()))
                : List.of());
        var run = cluster.run("create", "west", "--source", "a:1");
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.err()).contains(CliError.OVERTAKEN.number());
        assertThat(values(cluster, RecordValue.Outcome.class)).hasSize(1).noneMatch(RecordValue.Outcome::done);
    }
}
