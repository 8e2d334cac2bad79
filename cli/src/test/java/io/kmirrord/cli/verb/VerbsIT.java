// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kmirrord.cli.Capture;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.fake.Samples;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.Health;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.StateWriter;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The verbs against real brokers, without daemons; in one test a listener plays them. */
final class VerbsIT {
    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static String bootstrap = "";

    @TempDir
    Path dir;

    @BeforeAll
    static void start() {
        bootstrap =
                CLUSTERS.start("destination", KafkaCluster.builder().brokers(3)).bootstrapServers();
    }

    private record Run(int exitCode, String out, String err) {
        JsonNode json() throws Exception {
            return new ObjectMapper().readTree(out);
        }
    }

    /** Runs a command line in a state topic of its own. */
    private static Run mirrorctl(String stateTopic, String... arguments) {
        var all = new ArrayList<>(List.of(
                "--bootstrap-server",
                bootstrap,
                "--state-topic",
                stateTopic,
                "--progress-topic",
                stateTopic + "-progress"));
        all.addAll(Arrays.asList(arguments));
        var console = new Capture();
        var exitCode = console.run(all.toArray(String[]::new));
        return new Run(exitCode, console.out(), console.err());
    }

    private static Run ok(Run run) {
        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(ExitCode.OK);
        return run;
    }

    @Test
    void aMirrorIsDefinedAndRemovedWithoutDaemons() throws Exception {
        var missing = mirrorctl("life", "list");
        assertThat(missing.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(missing.err()).contains("KM2010").contains("mirrorctl create");

        ok(mirrorctl("life", "create", "west", "--source", "127.0.0.1:9", "--topics", "orders,u.*"));
        assertThat(mirrorctl("life", "create", "west", "--source", "a:1").err()).contains("KM2002");
        assertThat(ok(mirrorctl("life", "list", "-o", "json"))
                        .json()
                        .at("/mirrors/0/source")
                        .asText())
                .isEqualTo("127.0.0.1:9");

        ok(mirrorctl("life", "config", "west", "--set", "on.gap=fail"));
        var config = ok(mirrorctl("life", "config", "west", "-o", "json")).json();
        assertThat(config.at("/config/on.gap").asText()).isEqualTo("fail");
        assertThat(config.path("revision").asInt()).isEqualTo(2);
        assertThat(ok(mirrorctl("life", "describe", "west")).out())
                .contains("patterns orders, u.*")
                .contains("no topics");

        ok(mirrorctl("life", "delete", "west"));
        assertThat(mirrorctl("life", "describe", "west").err()).contains("KM2001");
        assertThat(ok(mirrorctl("life", "list")).out()).contains("no mirrors");
    }

    @Test
    void aStartThatNoDaemonAnswersEndsInTimeAndSaysWhoseIsSilent() {
        ok(mirrorctl("unanswered", "create", "west", "--source", "127.0.0.1:9", "--topics", "orders"));
        var begin = System.nanoTime();
        var start = mirrorctl("unanswered", "start", "west", "--timeout", "3s");
        assertThat(start.exitCode()).as(start.err()).isEqualTo(ExitCode.TIMEOUT);
        assertThat(start.err()).contains("KM5002").contains("no daemon was ever heard of beside node ");
        assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.SECONDS.toNanos(3));

        ok(mirrorctl("unanswered", "start", "west", "--no-wait"));
        var stop = ok(mirrorctl("unanswered", "stop", "west", "-o", "json"));
        assertThat(stop.out()).contains("withdraw 2 requests");
    }

    @Test
    void theStateIsSavedAndRestoredIntoAnotherTopic() throws Exception {
        ok(mirrorctl("saved", "create", "west", "--source", "127.0.0.1:9"));
        ok(mirrorctl("saved", "config", "west", "--set", "on.gap=fail"));
        var file = dir.resolve("state.jsonl");
        assertThat(ok(mirrorctl("saved", "state", "export", file.toString(), "-o", "json"))
                        .json()
                        .path("records")
                        .asInt())
                .isEqualTo(Files.readAllLines(file).size() - 1);
        ok(mirrorctl("restored", "state", "import", file.toString()));
        assertThat(ok(mirrorctl("restored", "list")).out()).contains("west");
        var back = dir.resolve("back.jsonl");
        ok(mirrorctl("restored", "state", "export", back.toString()));
        assertThat(records(back))
                .as("and which topic it continues")
                .filteredOn(line -> !line.contains("\"RestoredFrom\""))
                .hasSizeGreaterThan(1)
                .isEqualTo(records(file));
        assertThat(records(back)).hasSize(records(file).size() + 1);
        var again = mirrorctl("restored", "state", "import", file.toString());
        assertThat(again.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(again.err()).contains("KM2017");
        ok(mirrorctl("restored", "state", "import", "--force", file.toString()));
    }

    /** The lines after the header, which names topic and time. */
    private static List<String> records(Path export) throws IOException {
        var lines = Files.readAllLines(export);
        return lines.subList(1, lines.size());
    }

    @Test
    void stopWaitsUntilEveryPartitionOfARealTopicIsStopped() throws Exception {
        ok(mirrorctl("stopped", "create", "west", "--source", "127.0.0.1:9"));
        var topicId = newTopic("orders", 3);
        var config = StateTopicConfig.of(bootstrap).withStateTopic("stopped").withProgressTopic("stopped-progress");
        try (var topic = StateTopic.open(config, false).get(60, TimeUnit.SECONDS);
                var writer = StateWriter.transactional(config, topic, 1)) {
            var generation =
                    topic.read(view -> view.highestGeneration("west") + 1).get(60, TimeUnit.SECONDS);
            writer.write(List.of(new StateRecord(
                            new RecordKey.MirrorTopic("west", "orders", generation, 0, "op"),
                            new RecordValue.MirrorTopic(topicId, Desired.MIRRORING, false, false, 1))))
                    .get(60, TimeUnit.SECONDS);

            var silent = mirrorctl("stopped", "pause", "west", "--timeout", "1s", "-o", "json");
            assertThat(silent.exitCode()).as(silent.err()).isEqualTo(ExitCode.TIMEOUT);
            assertThat(silent.json().path("partitions")).hasSize(3);
            assertThat(silent.json().at("/partitions/2/reason").asText()).contains("no daemon was ever heard of");
            assertThat(mirrorctl("stopped", "delete", "west").err())
                    .contains("KM2004")
                    .contains("orders");

            var writes = new CopyOnWriteArrayList<CompletableFuture<Void>>();
            topic.listen(new Stopping(writer, topicId, writes));
            var stop = ok(mirrorctl("stopped", "stop", "west"));
            assertThat(stop.out()).contains("all 3 partitions have arrived");
            assertThat(writes).hasSize(3);
            CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
            ok(mirrorctl("stopped", "delete", "west"));
        }
    }

    /** Daemons that stop partitions one after the other. */
    private record Stopping(StateWriter writer, UUID topicId, List<CompletableFuture<Void>> writes)
            implements StateTopic.Listener {
        @Override
        public void changed(StateView view, List<StateRecord> records) {
            for (var record : records) {
                if (record.key() instanceof RecordKey.MirrorTopic wish
                        && record.value() instanceof RecordValue.MirrorTopic value
                        && value.desired() == Desired.STOPPED) {
                    for (var partition = 0; partition < 3; partition++) {
                        var key = new RecordKey.MirrorPartitionState("west", topicId, partition, wish.generation(), 0);
                        var state = Samples.recorded(StateName.STOPPED, wish.generation(), 1, null, 0, -1);
                        writes.add(writer.write(
                                List.of(new StateRecord(key, new RecordValue.MirrorPartitionState("orders", state)))));
                    }
                }
            }
        }

        @Override
        public void health(Health health) {}
    }

    private static UUID newTopic(String name, int partitions) throws Exception {
        try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            var id = admin.createTopics(List.of(new NewTopic(name, partitions, (short) 3)))
                    .topicId(name)
                    .get(60, TimeUnit.SECONDS);
            return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits());
        }
    }
}
