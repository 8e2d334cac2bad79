// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kmirrord.cli.Mirrorctl;
import io.kmirrord.it.fixture.Console;
import io.kmirrord.testkit.process.JavaCommand;
import io.kmirrord.testkit.process.LogTail;
import io.kmirrord.testkit.process.Poll;
import io.kmirrord.testkit.process.SupervisedProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small sandbox that outlives the command that started it. */
final class SandboxIT {
    @TempDir
    Path dir;

    private String sandbox() {
        return dir.resolve("sandbox").toString();
    }

    @AfterEach
    void stop() {
        Console.run("sandbox", "down", "--dir", sandbox());
    }

    @Test
    @Tag("long")
    void itMirrorsUntilItIsStopped() throws Exception {
        up();
        var status = Console.run("sandbox", "status", "--dir", sandbox(), "-o", "json");
        assertThat(status.exitCode()).as(status.out() + status.err()).isEqualTo(0);
        var json = status.json();
        var pids = pids(json);
        // Source, destination broker and its controller, a daemon beside each of the latter.
        assertThat(pids).hasSize(5);

        produce(json.at("/source/bootstrapServers").asText(), "hello");
        assertThat(consume(json.at("/destination/bootstrapServers").asText())).containsExactly("hello");

        ProcessHandle.of(pids.get(0)).orElseThrow().destroyForcibly();
        assertThat(Poll.until(Duration.ofMinutes(1), () -> !alive(pids.get(0)))).isTrue();
        assertThat(Console.run("sandbox", "status", "--dir", sandbox()).exitCode())
                .isEqualTo(7);

        var down = Console.run("sandbox", "down", "--dir", sandbox(), "-o", "json");
        assertThat(down.exitCode()).as(down.err()).isEqualTo(0);
        assertThat(down.json().path("stopped")).hasSize(4);
        assertThat(down.json().path("wereDead")).hasSize(1);
        assertThat(pids).noneMatch(SandboxIT::alive);
        assertThat(dir.resolve("sandbox")).doesNotExist();
    }

    private void up() {
        var up = new JavaCommand("mirrorctl", Mirrorctl.class.getName(), JavaCommand.ownClassPath())
                .heapMb(256)
                .arguments(List.of(
                        "sandbox",
                        "up",
                        "--dir",
                        sandbox(),
                        "--destination-brokers",
                        "1",
                        "--dedicated-controllers",
                        "1"))
                .build(Path.of("").toAbsolutePath(), dir.resolve("up.log"));
        try (var process = SupervisedProcess.start(up)) {
            assertThat(process.awaitExit(Duration.ofMinutes(4))).isTrue();
            assertThat(process.exitCode()).as(LogTail.of(process.logFile(), 50)).hasValue(0);
        }
    }

    private static List<Long> pids(JsonNode status) {
        var pids = new ArrayList<Long>();
        status.path("processes").forEach(process -> pids.add(process.path("pid").asLong()));
        return pids;
    }

    private static boolean alive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    private static void produce(String bootstrap, String value) throws Exception {
        Map<String, Object> config = Map.of("bootstrap.servers", bootstrap);
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("orders", 0, null, value)).get(60, TimeUnit.SECONDS);
        }
    }

    private static List<String> consume(String bootstrap) {
        Map<String, Object> config = Map.of("bootstrap.servers", bootstrap, "auto.offset.reset", "earliest");
        try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(new TopicPartition("orders", 0)));
            var values = new ArrayList<String>();
            assertThat(Poll.until(Duration.ofMinutes(2), () -> {
                        consumer.poll(Duration.ofMillis(500)).forEach(record -> values.add(record.value()));
                        return !values.isEmpty();
                    }))
                    .isTrue();
            return values;
        }
    }
}
