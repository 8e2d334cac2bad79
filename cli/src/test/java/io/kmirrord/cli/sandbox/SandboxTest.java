// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kmirrord.cli.Capture;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.Json;
import io.kmirrord.cli.site.SiteSpec;
import io.kmirrord.testkit.process.ProcessSpec;
import io.kmirrord.testkit.process.SupervisedProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** status and down on recorded processes that are no brokers. */
final class SandboxTest {
    @TempDir
    Path dir;

    private Path sockets;
    private SupervisedProcess broker;
    private SupervisedProcess stranger;

    SandboxTest(@TempDir Path base) throws Exception {
        sockets = Files.createDirectory(base.resolve("sock"));
        broker = sleep(base);
        stranger = sleep(base);
    }

    private static SupervisedProcess sleep(Path dir) {
        return SupervisedProcess.start(
                new ProcessSpec("sleep", List.of("sleep", "600"), Map.of(), dir, dir.resolve("sleep.log")));
    }

    @BeforeEach
    void record() {
        new SandboxDir(dir)
                .write(new SandboxState(
                        SandboxState.FORMAT,
                        dir.toString(),
                        sockets.toString(),
                        new SandboxState.ClusterEntry("3.9.2", "127.0.0.1:1"),
                        new SandboxState.ClusterEntry("4.4.0", "127.0.0.1:2,127.0.0.1:3"),
                        List.of("orders"),
                        List.of(
                                entry(
                                        "source-1",
                                        "combined",
                                        broker,
                                        broker.startedAt().toString()),
                                entry("kmirrord-1", "daemon", stranger, "2020-01-01T00:00:00Z"))));
    }

    private static ProcessEntry entry(String name, String role, SupervisedProcess process, String startedAt) {
        return new ProcessEntry(name, "source", role, 1, process.pid(), startedAt, "127.0.0.1:1", null, "/log");
    }

    @AfterEach
    void end() {
        broker.kill();
        stranger.kill();
    }

    @Test
    void statusTellsTheDeadFromTheLiving() throws Exception {
        var console = new Capture();
        assertThat(console.run("sandbox", "status", "--dir", dir.toString(), "-o", "json"))
                .isEqualTo(ExitCode.PARTIAL);
        JsonNode json = Json.MAPPER.readTree(console.out());
        assertThat(json.at("/destination/bootstrapServers").asText()).isEqualTo("127.0.0.1:2,127.0.0.1:3");
        assertThat(json.at("/processes/0/alive").asBoolean()).isTrue();
        assertThat(json.at("/processes/0/pid").asLong()).isEqualTo(broker.pid());
        assertThat(json.at("/processes/1/alive").asBoolean()).isFalse();
        assertThat(console.err()).contains("kmirrord-1");
    }

    @Test
    void statusPrintsATable() {
        var console = new Capture();
        console.run("sandbox", "status", "--dir", dir.toString());
        assertThat(console.out())
                .contains("127.0.0.1:2,127.0.0.1:3")
                .containsPattern("source-1 +combined +" + broker.pid() + " +running")
                .containsPattern("kmirrord-1 +daemon +" + stranger.pid() + " +dead");
    }

    @Test
    void downStopsWhatUpStartedAndNoProcessThatTookOverAPid() throws Exception {
        var foreign = Files.createFile(dir.resolve("my-own-file"));
        var console = new Capture();
        assertThat(console.run("sandbox", "down", "--dir", dir.toString(), "-o", "json"))
                .isEqualTo(ExitCode.OK);
        JsonNode json = Json.MAPPER.readTree(console.out());
        assertThat(json.at("/stopped/0").asText()).isEqualTo("source-1");
        assertThat(json.at("/wereDead/0").asText()).isEqualTo("kmirrord-1");
        assertThat(broker.isAlive()).isFalse();
        assertThat(stranger.isAlive()).isTrue();
        assertThat(foreign).exists();
        assertThat(dir.resolve("sandbox.json")).doesNotExist();
        assertThat(sockets).doesNotExist();
    }

    @Test
    void upIsRefusedWhileOneRuns() {
        var console = new Capture();
        assertThat(console.run("sandbox", "up", "--dir", dir.toString())).isEqualTo(ExitCode.REFUSED);
        assertThat(console.err()).contains("source-1").contains("sandbox down");
        assertThat(broker.isAlive()).isTrue();
    }

    @Test
    void upDoesNotTouchAFolderWithOtherFiles() throws Exception {
        var foreign = Files.createDirectories(dir.resolve("mine").resolve("source"));
        var console = new Capture();
        assertThat(console.run("sandbox", "up", "--dir", dir.resolve("mine").toString()))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(console.err()).contains("not empty");
        assertThat(foreign).exists();
    }

    @Test
    void whatAnUpThatDiedHasLeftIsSeenAndCleared() {
        var half = new SandboxDir(dir.resolve("half"));
        var spec = SiteSpec.of("4.4.0", 1, "4.4.0", 1, 0);
        var up = entry("mirrorctl", "starter", stranger, "2020-01-01T00:00:00Z");
        half.write(SandboxState.starting(half.path(), spec, List.of("orders"), up));
        var console = new Capture();
        assertThat(console.run("sandbox", "status", "--dir", half.path().toString()))
                .isEqualTo(ExitCode.PARTIAL);
        assertThat(console.err()).contains("not running: mirrorctl");
        assertThat(console.run("sandbox", "down", "--dir", half.path().toString()))
                .isEqualTo(ExitCode.OK);
        assertThat(half.path()).doesNotExist();
        assertThat(stranger.isAlive()).isTrue();
    }

    @Test
    void aStateOfAnotherFormatIsNotTouched() throws Exception {
        var file = dir.resolve("sandbox.json");
        Files.writeString(file, Files.readString(file).replace("\"format\" : 1", "\"format\" : 2"));
        var console = new Capture();
        assertThat(console.run("sandbox", "down", "--dir", dir.toString())).isEqualTo(ExitCode.REFUSED);
        assertThat(console.err()).contains("format 2");
        assertThat(broker.isAlive()).isTrue();
    }
}
