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
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.Health;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OtherVerbsTest {
    private final FakeCluster cluster = west();

    @TempDir
    Path dir;

    /** One topic as it should be, one with every kind of trouble, one that is gone. */
    private void trouble() {
        cluster.state.seed(
                Samples.wish("west", "trouble", Desired.MIRRORING),
                Samples.wish("west", "gone", Desired.MIRRORING),
                Samples.wish("west", "new", Desired.MIRRORING),
                Samples.failed("west", "trouble", 0, FailureCode.SOURCE_UNREACHABLE, 2, FakeCluster.NOW_MS + 4_000),
                Samples.failed("west", "trouble", 1, FailureCode.SOURCE_TOPIC_DELETED, 1, -1),
                Samples.state("west", "trouble", 2, StateName.STOPPED, 9),
                Samples.state("west", "gone", 0, StateName.MIRRORING, 4),
                Samples.heartbeat(3, 600_000),
                new StateRecord(
                        new RecordKey.SyncReport("west", "groups", 1),
                        new RecordValue.SyncReport(
                                List.of(new RecordValue.Skipped(
                                        "group", "billing", "GROUP_ACTIVE", "has members at the destination")),
                                Map.of("GROUP_ACTIVE", 3, "NOT_MIRRORING", 12),
                                1_000)),
                Samples.mirror("east"));
        cluster.topics.put("trouble", Samples.facts("trouble", 1, 2, 1, 3, -1));
        for (var figures : List.of(
                Samples.progress("west", "orders", 0, 1_000, 990), Samples.progress("west", "orders", 1, -1, 50))) {
            cluster.progress.put(
                    new PartitionId(
                            "west", Samples.id("orders"), figures.partition().partition()),
                    figures);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "list",
                "list -o json",
                "describe",
                "describe west -o json",
                "describe west --failed",
                "describe west --topics orders",
                "config west",
                "config west -o json"
            })
    void theyPrintAsWritten(String command) throws Exception {
        trouble();
        var run = cluster.run(command.split(" ", -1));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        Golden.check("verb-" + command.replaceAll("[^a-z]+", "-") + ".txt", run.out());
        assertThat(cluster.state.written()).isEmpty();
    }

    @Test
    void whatACopyMissesIsShownAndIsNoLag() throws Exception {
        cluster.state.seed(Samples.missing("west", "orders", 0, 200, 350));
        cluster.progress.put(
                new PartitionId("west", Samples.id("orders"), 0), Samples.progress("west", "orders", 0, 350, 200));
        assertThat(cluster.run("describe", "west").out())
                .contains("orders-0 misses 150 offsets that the source removed before they were copied, in 1 gap: "
                        + "200..350");
        var partition = new ObjectMapper()
                .readTree(cluster.run("describe", "west", "-o", "json").out())
                .at("/mirrors/0/topics/0/partitions/0");
        assertThat(partition.at("/gaps/offsets").asLong()).isEqualTo(150);
        assertThat(partition.path("lag").asLong(-1)).isZero();
    }

    @Test
    void aMirrorIsDeletedOnceAllItsTopicsAreStopped() {
        refused(
                cluster,
                cluster.run("delete", "west"),
                CliError.MIRROR_NOT_EMPTY,
                "orders, users",
                "mirrorctl stop west");
        obey(cluster, StateName.STOPPED);
        cluster.run("stop", "west", "--no-wait");
        var added = new RecordKey.AclSync("west", 1, "TOPIC", "LITERAL", "orders");
        var acls = List.of(new RecordValue.Acl("User:app", "*", "READ", "ALLOW"));
        cluster.state.seed(new StateRecord(added, new RecordValue.AclSync(1, acls, 0)));
        var run = cluster.run("delete", "west");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(cluster.state.view().get(added))
                .as("it owns nothing any more")
                .isEmpty();
        assertThat(cluster.state.view().mirror("west")).isEmpty();
        assertThat(cluster.run("describe", "west").err()).contains("KM2001").contains("there is none at all");
        assertThat(cluster.run("list").out()).isEqualToIgnoringNewLines("no mirrors");
    }

    @Test
    void aTopicThatIsWishedStoppedButIsNotKeepsItsMirror() {
        assertThat(cluster.run("stop", "west", "--no-wait").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(cluster.run("delete", "west").err()).contains("KM2004").contains("orders, users");
        cluster.topics.clear();
        assertThat(cluster.run("delete", "west").exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void settingsAreChangedTogether() {
        var run = cluster.run("config", "west", "--set", "on.gap=fail", "--set", "max.cut.records=9");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(cluster.run("config", "west", "--unset", "on.gap").exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(values(cluster, RecordValue.Mirror.class).get(1).config())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("source.bootstrap.servers", "west-source:9092", "max.cut.records", "9"));
        assertThat(values(cluster, RecordValue.Mirror.class).get(1).includes()).containsExactly("orders", "users");
        assertThat(cluster.state.view().revision("west")).isEqualTo(3);
        var same = cluster.run("config", "west", "--set", "max.cut.records=9");
        assertThat(same.out()).contains("nothing to do").contains("has these settings already");
    }

    @Test
    void patternsAreAddedAndRemovedAndLiveTopicsStayAsTheyAre() {
        var arguments =
                new ArrayList<>(List.of("config", "west", "--add-topics", "logs-.*", "--remove-topics", "users"));
        arguments.addAll(List.of("--add-exclude", "ord.*,tmp", "--dry-run"));
        assertThat(cluster.run(arguments.toArray(String[]::new)).out())
                .contains("add topics logs-.*", "remove topics users", "add exclude ord.*");
        arguments.remove("--dry-run");
        var run = cluster.run(arguments.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .contains("1 started topics are excluded by now and stay as they are, orders among them")
                .contains("mirrorctl stop west --topics ord.*,tmp");
        var changed = values(cluster, RecordValue.Mirror.class).get(0);
        assertThat(changed.includes()).containsExactly("orders", "logs-.*");
        assertThat(changed.excludes()).containsExactly("ord.*", "tmp");
        assertThat(values(cluster, RecordValue.MirrorTopic.class)).isEmpty();
        assertThat(cluster.run("config", "west", "--remove-exclude", "tmp").exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(values(cluster, RecordValue.Mirror.class).get(1).excludes()).containsExactly("ord.*");
        assertThat(cluster.run("config", "west", "--add-exclude", "ord.*").out())
                .contains("nothing to do");
    }

    @Test
    void patternsThatAreWrongAreNamedByNumber() {
        refused(
                cluster,
                cluster.run("config", "west", "--remove-topics", "order"),
                CliError.PATTERN_NOT_SET,
                "'order'",
                "orders, users");
        refused(cluster, cluster.run("config", "west", "--add-exclude", "a("), CliError.BAD_PATTERN, "a(");
        refused(cluster, cluster.run("config", "west", "--add-topics", "__x"), CliError.RESERVED_TOPIC, "__x");
        refused(
                cluster,
                cluster.run("config", "west", "--add-topics", "a", "--remove-topics", "a"),
                CliError.CONTRADICTION,
                "--remove-topics a");
    }

    @Test
    void scopesOfAclsAreCheckedWithTheirPatterns() {
        refused(
                cluster,
                cluster.run("config", "west", "--set", "acls.include=topic;a(;READ;ALLOW;User:app"),
                CliError.BAD_SETTINGS,
                "acls.include, acls.exclude: pattern 'a('",
                "RE2 patterns");
        refused(
                cluster,
                cluster.run("config", "west", "--set", "acls.exclude=cluster;*;*;*;*"),
                CliError.BAD_SETTINGS,
                "'cluster' is never synced",
                "accepted: topic, group, transactional-id");
        refused(
                cluster,
                cluster.run("config", "west", "--set", "acls.sync.enabled=true"),
                CliError.BAD_SETTINGS,
                "acls.include is missing");
        var run = cluster.run(
                "config",
                "west",
                "--set",
                "acls.sync.enabled=true",
                "--set",
                "acls.include=topic;orders-.*;READ;*;User:CN=app,OU=b,group;*;*;*;User:(a|b)");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    }

    @Test
    void settingsThatAreWrongAreNamedByNumber() {
        refused(
                cluster,
                cluster.run("config", "west", "--set", "sasl.jaas.config=x", "--set", "on.gap=no"),
                CliError.BAD_SETTINGS,
                "sasl.jaas.config is not a setting",
                "continue, fail");
        refused(
                cluster,
                cluster.run("config", "west", "--unset", "on.gap"),
                CliError.SETTING_NOT_SET,
                "on.gap",
                "source.bootstrap.servers");
        refused(
                cluster,
                cluster.run("config", "west", "--unset", "source.bootstrap.servers"),
                CliError.SOURCE_MISSING,
                "west");
        refused(
                cluster,
                cluster.run("config", "west", "--set", "on.gap=fail", "--unset", "on.gap"),
                CliError.CONTRADICTION,
                "--unset on.gap");
    }

    @Test
    void whatTheClusterRefusesHasTheExitCodeOfItsKind() {
        for (var error : List.of(
                CliError.STATE_TOPIC_MISSING,
                CliError.FOREIGN_FORMAT,
                CliError.NOT_AUTHORIZED,
                CliError.UNREACHABLE,
                CliError.OUT_OF_TIME)) {
            cluster.failOpening(() -> error.with("the reason"));
            refused(cluster, cluster.run("list"), error, "the reason", error.remedy());
        }
    }

    @Test
    void aLostStateTopicEndsTheWait() {
        cluster.state.health(new Health(Health.State.LOST, "it was deleted"));
        var run = cluster.run("stop", "west");
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.err()).contains(CliError.STATE_TOPIC_LOST.number()).contains("it was deleted");
    }

    @Test
    void theDestinationComesFromOptionFileOrEnvironment() throws Exception {
        refused(cluster, cluster.runIn(Map.of(), "list"), CliError.NO_BOOTSTRAP, "MIRRORCTL_BOOTSTRAP_SERVER");
        assertThat(cluster.runIn(Map.of(), "list", "--bootstrap-server", "a:1").exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(cluster.runIn(Map.of(), "--bootstrap-server", "a:1", "list").exitCode())
                .isEqualTo(ExitCode.OK);
        var file = Files.writeString(dir.resolve("client.properties"), "bootstrap.servers=a:1\n");
        assertThat(cluster.runIn(Map.of(), "list", "--command-config", file.toString())
                        .exitCode())
                .isEqualTo(ExitCode.OK);
        refused(cluster, cluster.run("list", "--state-topic", "a b"), CliError.BAD_TOPIC_NAME, "'a b'");
        refused(
                cluster,
                cluster.run("list", "--command-config", dir.resolve("no").toString()),
                CliError.BAD_FILE,
                "there is none");
    }

    @Test
    void theFormatBeforeTheVerbHoldsForIt() {
        assertThat(cluster.run("-o", "json", "list").out()).startsWith("{");
        var demo = cluster.run("-o", "json", "sandbox", "status");
        assertThat(demo.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(demo.err()).contains("[--output] before sandbox is not accepted");
    }

    @Test
    void theStateIsSavedAndRestored() throws Exception {
        var file = dir.resolve("state.jsonl");
        var saved = cluster.run("state", "export", file.toString());
        assertThat(saved.exitCode()).as(saved.err()).isEqualTo(ExitCode.OK);
        assertThat(cluster.run("state", "export").out()).isEqualTo(Files.readString(file));
        var other = new FakeCluster();
        var restored = other.run("state", "import", file.toString(), "-o", "json");
        assertThat(restored.exitCode()).as(restored.err()).isEqualTo(ExitCode.OK);
        assertThat(other.state.view().topics("west")).containsOnlyKeys("orders", "users");
        refused(cluster, cluster.run("state", "import", file.toString()), CliError.IMPORT_REFUSED, "force it");
        Files.writeString(file, "nonsense\n");
        refused(cluster, cluster.run("state", "import", file.toString()), CliError.IMPORT_REFUSED, "line 1");
        refused(
                cluster,
                cluster.run("state", "import", dir.resolve("no").toString()),
                CliError.BAD_FILE,
                "no such file");
    }
}
