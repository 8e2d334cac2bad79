// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kmirrord.testkit.mirror.SocketDir;
import io.kmirrord.testkit.process.Poll;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServiceNotifierTest {
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final Path SYSTEMD_NOTIFY = Path.of("/usr/bin/systemd-notify");

    @TempDir
    Path folder;

    @Test
    void onlyAWatchdogForThisProcessCounts() {
        assertThat(NotifySettings.of(Map.of(), 7)).isEqualTo(new NotifySettings(false, Optional.empty()));
        Map<String, String> asked = Map.of("NOTIFY_SOCKET", "/run/x", "WATCHDOG_USEC", "60000000", "WATCHDOG_PID", "7");
        assertThat(NotifySettings.of(asked, 7)).isEqualTo(new NotifySettings(true, Optional.of(Duration.ofMinutes(1))));
        assertThat(NotifySettings.of(asked, 8)).isEqualTo(new NotifySettings(true, Optional.empty()));
        assertThat(NotifySettings.of(Map.of("NOTIFY_SOCKET", "@x", "WATCHDOG_USEC", "soon"), 7))
                .isEqualTo(new NotifySettings(true, Optional.empty()));
    }

    @Test
    void withoutSystemdNothingIsRun() throws IOException {
        Path mark = folder.resolve("ran");
        try (ServiceNotifier notifier = ServiceNotifier.of(Map.of(), 7, script("touch " + mark))) {
            notifier.ready(List::of);
            notifier.status("busy");
            notifier.stopping();
        }
        assertThat(mark).doesNotExist();
    }

    @Test
    void aProgramThatFailsOrIsMissingHarmsNothing() throws IOException {
        Map<String, String> environment = Map.of("NOTIFY_SOCKET", "/nowhere");
        for (Path program : List.of(script("echo no >&2; exit 1"), folder.resolve("missing"))) {
            try (ServiceNotifier notifier = ServiceNotifier.of(environment, 7, program)) {
                notifier.ready(List::of);
                notifier.stopping();
            }
        }
        assertThat(catchThrowable(
                        () -> new NotifyCommand(script("echo no >&2; exit 1"), WAIT).send(List.of("READY=1"))))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("ended with 1: no");
    }

    @Test
    void aProgramThatHangsIsKilledAtTheDeadline() throws IOException {
        Path program = script("exec sleep 600");
        NotifyCommand command = new NotifyCommand(program, Duration.ofMillis(300));
        assertThat(catchThrowable(() -> command.send(List.of("READY=1"))))
                .isInstanceOf(IOException.class)
                .hasMessage(program + " did not end within 300 ms");
    }

    private Path script(String body) throws IOException {
        Path file = Files.createTempFile(folder, "notify", ".sh");
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    /** With the real program, whose environment only a process of our own can set: hence the script around it. */
    @Nested
    final class OverASocket {
        private Path path;

        @BeforeEach
        void thereIsSystemdNotify() {
            assumeTrue(Files.isExecutable(SYSTEMD_NOTIFY), SYSTEMD_NOTIFY + " is not there: install systemd");
            assumeTrue(Epoll.isAvailable(), "no epoll here to stand in for systemd");
            path = SocketDir.create(folder).resolve("notify");
        }

        private ServiceNotifier notifier(Map<String, String> environment) throws IOException {
            return ServiceNotifier.of(
                    environment, 7, script("NOTIFY_SOCKET=" + path + " exec " + SYSTEMD_NOTIFY + " \"$@\""));
        }

        @Test
        void readyStatusAndStoppingArriveInOrder() throws IOException {
            try (NotifySocket socket = new NotifySocket(path);
                    ServiceNotifier notifier = notifier(Map.of("NOTIFY_SOCKET", path.toString()))) {
                notifier.ready(List::of);
                notifier.status("12 partitions\nled here");
                assertThat(Poll.until(WAIT, () -> socket.count("STATUS=12 partitions led here") == 1))
                        .isTrue();
                notifier.stopping();
                assertThat(Poll.until(WAIT, () -> socket.count("STATUS=stopping") == 1))
                        .isTrue();
                assertThat(socket.assignments().stream().filter(line -> !line.equals("BARRIER=1")))
                        .containsExactly(
                                "READY=1",
                                "STATUS=running",
                                "STATUS=12 partitions led here",
                                "STOPPING=1",
                                "STATUS=stopping");
            }
        }

        @Test
        void signsOfLifeEndWhenTheDaemonHasAProblem() throws IOException {
            AtomicInteger checks = new AtomicInteger();
            AtomicInteger healthyChecks = new AtomicInteger(3);
            try (NotifySocket socket = new NotifySocket(path);
                    ServiceNotifier notifier =
                            notifier(Map.of("NOTIFY_SOCKET", path.toString(), "WATCHDOG_USEC", "200000"))) {
                notifier.ready(() ->
                        checks.incrementAndGet() <= healthyChecks.get() ? List.of() : List.of("queue q has not moved"));
                assertThat(Poll.until(WAIT, () -> checks.get() >= 6)).isTrue();
                assertThat(socket.count("WATCHDOG=1")).isEqualTo(3);
            }
        }
    }
}
