// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.it.fixture.ClusterOffsets;
import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.ToolRun;
import io.kmirrord.testkit.cluster.KafkaClassPath;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.Versions;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.BridgeJar;
import io.kmirrord.testkit.mirror.Bridges;
import io.kmirrord.testkit.mirror.Daemons;
import io.kmirrord.testkit.process.JavaCommand;
import io.kmirrord.testkit.process.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every verb, on a destination of one broker: for an empty topic, one of a single record, and one of many. */
class OneBrokerIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final List<String> TOPICS = List.of("empty", "many", "single");
    private static final int MANY = 300;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static KafkaCluster source;
    private static KafkaCluster destination;
    private static Daemons daemons;
    private static ClusterOffsets there;
    private static ClusterOffsets here;

    @BeforeAll
    static void start() {
        source = CLUSTERS.start("source", KafkaCluster.builder().brokers(1));
        Bridges bridges = new Bridges(BridgeJar.find(), CLUSTERS.socketDir(), Map.of());
        destination = CLUSTERS.start(
                "destination", bridges.installIn(KafkaCluster.builder().brokers(1)));
        daemons = CLUSTERS.manage(new Daemons(
                destination,
                bridges,
                CLUSTERS.dir().resolve("daemons"),
                JavaCommand.ownClassPath(),
                Map.of("retry.backoff.max.ms", "1000", "discovery.interval.ms", "500")));
        daemons.start();
        there = CLUSTERS.manage(new ClusterOffsets(source.bootstrapServers()));
        here = CLUSTERS.manage(new ClusterOffsets(destination.bootstrapServers()));
    }

    private static Console mirrorctl(int exitCode, String... arguments) {
        Console run = Console.at(destination, arguments);
        assertThat(run.exitCode())
                .as(() -> String.join(" ", arguments) + "\n" + run.err() + run.out() + "\n"
                        + daemons.beside(1).logTail(40))
                .isEqualTo(exitCode);
        return run;
    }

    private static Console ok(String... arguments) {
        return mirrorctl(ExitCode.OK, arguments);
    }

    @Test
    void everyVerbFromTheFirstToTheLast() throws Exception {
        Records.create(source, "empty", 1, 1);
        Records.create(source, "single", 1, 1);
        Records.create(source, "many", 1, 1);
        Records.write(source, "single", 1, 1);
        Records.write(source, "many", 1, MANY);
        defineAndStart();
        pauseAndResume();
        failAndRecover();
        stopAndStartAgain();
        readAndDeleteWhatWasCut();
        deleteAndRestore();
    }

    private static void defineAndStart() throws Exception {
        mirrorctl(ExitCode.REFUSED, "list");
        ok("create", "west", "--source", source.bootstrapServers(), "--topics", "empty,single,many");
        mirrorctl(ExitCode.REFUSED, "create", "west", "--source", source.bootstrapServers());
        assertThat(ok("describe", "west").out()).contains("no topics");
        ok("config", "west", "--set", "on.gap=fail");
        assertThat(ok("config", "west", "-o", "json")
                        .json()
                        .at("/config/on.gap")
                        .asText())
                .isEqualTo("fail");
        ok("start", "west");
        requireStates("MIRRORING");
        awaitLevel();
        mirrorctl(ExitCode.REFUSED, "start", "west", "--topics", "single");
        mirrorctl(ExitCode.REFUSED, "delete", "west");
    }

    private static void pauseAndResume() throws Exception {
        ok("pause", "west");
        requireStates("PAUSED");
        Records.write(source, "single", 1, 2);
        Records.write(source, "many", 1, 2);
        assertThat(here.require(partition("single")).highWatermark()).isEqualTo(1);
        ok("pause", "west");
        ok("resume", "west");
        requireStates("MIRRORING");
        awaitLevel();
    }

    /** A gap, which is for an operator to decide on. */
    private static void failAndRecover() throws Exception {
        ok("pause", "west");
        Records.write(source, "single", 1, 1);
        Records.write(source, "single", 1, 1);
        there.admin()
                .deleteRecords(Map.of(partition("single"), RecordsToDelete.beforeOffset(4)))
                .all()
                .get();
        ok("resume", "west", "--no-wait");
        assertThat(Poll.until(
                        SOON,
                        () -> ok("describe", "west", "--failed")
                                .out()
                                .contains("GAP: offsets 3..4 are gone at the source")))
                .isTrue();
        ok("config", "west", "--set", "on.gap=continue");
        ok("recover", "west");
        requireStates("MIRRORING");
        awaitLevel();
    }

    private static void stopAndStartAgain() throws Exception {
        ok("stop", "west", "--topics", "empty");
        ok("stop", "west");
        ok("stop", "west");
        requireStates("STOPPED");
        TOPICS.forEach(topic -> Records.write(destination, topic, 1, 1));
        // What was never written to at the source is all local by now: an operator says whether that may go.
        // Of the others the mark and the local record go, whether or not the inventory of salvages tells of it yet.
        assertThat(mirrorctl(ExitCode.PARTIAL, "start", "west").out())
                .contains("CUT_TO_EMPTY")
                .contains("records cut: 4 (")
                .contains("in 2 cuts)");
        assertThat(ok("start", "west", "--topics", "empty", "--overwrite-local").out())
                .contains("records cut: 2 (")
                .contains("in 1 cut)");
        requireStates("MIRRORING");
        awaitLevel();
    }

    /** Each topic lost a record of its own, and what stands before it there: the mark of the stop. */
    private static void readAndDeleteWhatWasCut() throws Exception {
        assertThat(Poll.until(SOON, () -> salvages().size() == TOPICS.size()))
                .as(() -> ok("salvage", "list").out() + daemons.beside(1).logTail(40))
                .isTrue();
        for (JsonNode row : salvages()) {
            String id = row.path("id").asText();
            assertThat(row.path("reason").asText())
                    .isEqualTo(row.path("topic").asText().equals("empty") ? "FULL_COPY" : "PREPARING");
            assertThat(row.path("records").asInt()).isEqualTo(2);
            Path dir = CLUSTERS.dir().resolve("export-" + row.path("topic").asText());
            JsonNode exported = ok("salvage", "export", "west", id, "--to", dir.toString(), "-o", "json")
                    .json();
            assertThat(dumped(exported.at("/files/0").asText())).isEqualTo(2);
            mirrorctl(ExitCode.REFUSED, "salvage", "export", "west", id, "--to", dir.toString());
        }
        JsonNode first = salvages().path(0);
        assertThat(ok("salvage", "show", "west", first.path("id").asText()).out())
                .contains(first.path("path").asText());
        daemons.beside(1).kill();
        ok("salvage", "prune", "west", first.path("id").asText(), "--no-wait");
        assertThat(salvages()).hasSize(3);
        daemons.beside(1).start();
        // The request stands: the daemon that was away finds it, once the transaction that it left open is over.
        assertThat(Poll.until(SOON.multipliedBy(3), () -> salvages().size() == 2))
                .isTrue();
        assertThat(Path.of(first.path("path").asText())).doesNotExist();
        ok("salvage", "prune", "west", "--older-than", "1ms");
        assertThat(ok("salvage", "list", "west").out()).contains("no salvages");
        try (Stream<Path> files = Files.walk(CLUSTERS.dir().resolve("daemons/salvage"))) {
            assertThat(files.filter(Files::isRegularFile)).isEmpty();
        }
    }

    private static JsonNode salvages() {
        try {
            return ok("salvage", "list", "west", "-o", "json").json().path("salvages");
        } catch (IOException e) {
            throw new UncheckedIOException("what was printed is no JSON", e);
        }
    }

    /** How many records Kafka's own tool finds in a file. */
    private static long dumped(String file) throws Exception {
        ToolRun run = ToolRun.main(
                KafkaClassPath.tools(Versions.DEFAULT),
                "",
                "org.apache.kafka.tools.DumpLogSegments",
                "--deep-iteration",
                "--files",
                file);
        assertThat(run.exitCode()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).contains("isvalid: true").doesNotContain("isvalid: false");
        return run.out().lines().filter(line -> line.startsWith("| offset: ")).count();
    }

    private static void deleteAndRestore() throws Exception {
        Path file = CLUSTERS.dir().resolve("state.jsonl");
        ok("stop", "west");
        long records = ok("state", "export", file.toString(), "-o", "json")
                .json()
                .path("records")
                .asLong();
        assertThat(Files.readAllLines(file)).hasSize((int) records + 1);
        ok("delete", "west");
        assertThat(ok("list").out()).contains("no mirrors");
        mirrorctl(ExitCode.REFUSED, "state", "import", file.toString());
        ok("state", "import", file.toString(), "--state-topic", "restored", "--progress-topic", "restored-progress");
        assertThat(ok("list", "--state-topic", "restored", "--progress-topic", "restored-progress")
                        .out())
                .contains("west");
    }

    private static TopicPartition partition(String topic) {
        return new TopicPartition(topic, 0);
    }

    private static void awaitLevel() {
        assertThat(Poll.until(SOON, () -> here.of(TOPICS).equals(there.of(TOPICS))))
                .as(() -> there.of(TOPICS) + " at the source, here " + here.of(TOPICS) + "\n"
                        + daemons.beside(1).logTail(40))
                .isTrue();
    }

    private static void requireStates(String state) throws Exception {
        JsonNode topics = ok("describe", "west", "-o", "json").json().at("/mirrors/0/topics");
        List<String> states = StreamSupport.stream(topics.spliterator(), false)
                .map(topic -> topic.at("/partitions/0/state").asText())
                .toList();
        assertThat(states).isEqualTo(List.of(state, state, state));
    }
}
