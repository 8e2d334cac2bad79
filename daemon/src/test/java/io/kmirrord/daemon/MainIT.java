// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.testkit.mirror.DaemonProcess;
import io.kmirrord.testkit.process.FreePorts;
import io.kmirrord.testkit.process.JavaCommand;
import io.kmirrord.testkit.process.Poll;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process. */
final class MainIT {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration STOP_BOUND = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    @Test
    void aBadFileEndsWithCode2AndEveryProblemOnStderr() throws IOException, InterruptedException {
        Path file = folder.resolve("bad.properties");
        Files.writeString(file, "shards=0\nbridge.sockt=/x\n");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        file.toString())
                .redirectError(err.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        assertThat(process.waitFor(START.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(Main.USAGE);
        assertThat(Files.readString(err, StandardCharsets.UTF_8))
                .contains(
                        "bootstrap.servers is missing",
                        "bridge.socket is missing",
                        "shards = '0'; accepted: from 1 to 64",
                        "bridge.sockt is not a setting; nearest: bridge.socket");
    }

    /** It is started before its broker, and its destination accepts connections but never answers. */
    @Test
    void sigtermEndsItInTimeWithASilentDestinationAndWithoutABridge() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                DaemonProcess daemon = new DaemonProcess(
                        "daemon",
                        folder,
                        JavaCommand.ownClassPath(),
                        Map.of(
                                "bootstrap.servers", "127.0.0.1:" + silent.getLocalPort(),
                                "http.listen",
                                        "127.0.0.1:"
                                                + FreePorts.pick(1, new Random())
                                                        .get(0),
                                "bridge.socket", folder.resolve("none.sock").toString()))) {
            daemon.start();
            assertThat(Poll.until(START, () -> daemon.logTail(50).contains("metrics and health on")))
                    .as(() -> daemon.logTail(50))
                    .isTrue();
            long from = System.nanoTime();
            assertThat(daemon.stop()).as("SIGTERM is enough").isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(STOP_BOUND);
            assertThat(daemon.logTail(5)).contains("stopped");
        }
    }
}
