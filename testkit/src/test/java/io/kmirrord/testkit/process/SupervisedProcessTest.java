// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SupervisedProcessTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    Path dir;

    @Test
    void theExitCodeAndTheOutputOfAShortProcessAreKept() throws Exception {
        try (var process = SupervisedProcess.start(Sleeper.spec(dir, "sh", "-c", "echo out; echo err >&2; exit 7"))) {
            assertThat(process.awaitExit(SOON)).isTrue();
            assertThat(process.exitCode()).hasValue(7);
            assertThat(process.isAlive()).isFalse();
            assertThat(Files.readAllLines(process.logFile())).containsExactlyInAnyOrder("out", "err");
        }
    }

    @Test
    void argumentsAndVariablesArriveUnread() throws Exception {
        var odd = "a b'c\"d$(e)*";
        var spec = new ProcessSpec(
                "echo", List.of("sh", "-c", "echo \"$0|$ODD\"", odd), Map.of("ODD", odd), dir, dir.resolve("log"));
        try (var process = SupervisedProcess.start(spec)) {
            assertThat(process.awaitExit(SOON)).isTrue();
            assertThat(Files.readAllLines(process.logFile())).containsExactly(odd + "|" + odd);
        }
    }

    @Test
    void aKilledProcessIsGoneWhenKillReturns() {
        var process = SupervisedProcess.start(Sleeper.spec(dir, "sleep", "600"));
        assertThat(process.isAlive()).isTrue();
        process.kill();
        assertThat(ProcessHandle.of(process.pid()).filter(ProcessHandle::isAlive))
                .isEmpty();
        assertThat(process.exitCode()).hasValue(128 + 9);
        process.kill();
    }

    @Test
    void aPausedProcessDoesNothingUntilResumed() throws Exception {
        var counter = dir.resolve("sleeper.log");
        try (var process =
                SupervisedProcess.start(Sleeper.spec(dir, "sh", "-c", "while :; do echo x; sleep 0.05; done"))) {
            assertThat(Poll.until(SOON, () -> size(counter) > 0)).isTrue();
            process.pause();
            assertThat(Poll.until(SOON, () -> standsStill(counter))).isTrue();
            var paused = size(counter);
            process.resume();
            assertThat(Poll.until(SOON, () -> size(counter) > paused)).isTrue();
        }
    }

    @Test
    void stopAsksFirstAndKillsAfterTheGrace() {
        var obedient = SupervisedProcess.start(Sleeper.spec(dir, "sleep", "600"));
        assertThat(obedient.stop(SOON)).isTrue();
        assertThat(obedient.exitCode()).hasValue(128 + 15);

        var deaf = SupervisedProcess.start(
                Sleeper.spec(dir, "sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.1; done"));
        assertThat(Poll.until(SOON, () -> LogTail.of(deaf.logFile(), 1).equals("ready")))
                .isTrue();
        assertThat(deaf.stop(Duration.ofMillis(300))).isFalse();
        assertThat(deaf.exitCode()).hasValue(128 + 9);
    }

    @Test
    void aPausedProcessCanBeStoppedAndKilled() {
        var stopped = SupervisedProcess.start(Sleeper.spec(dir, "sleep", "600"));
        stopped.pause();
        assertThat(stopped.stop(SOON)).isTrue();
        var killed = SupervisedProcess.start(Sleeper.spec(dir, "sleep", "600"));
        killed.pause();
        killed.kill();
        assertThat(killed.isAlive()).isFalse();
    }

    @Test
    void aSignalToADeadProcessIsRefusedWithItsLog() {
        var process = SupervisedProcess.start(Sleeper.spec(dir, "true"));
        assertThat(process.awaitExit(SOON)).isTrue();
        assertThatThrownBy(process::pause)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("exit code 0")
                .hasMessageContaining("sleeper.log");
    }

    @Test
    void childrenDieWithAParentThatIsKilled() throws Exception {
        try (var parent = startParent()) {
            var child = child();
            assertThat(child.isAlive()).isTrue();
            parent.kill();
            assertThat(Poll.until(SOON, () -> !child.isAlive())).isTrue();
        }
    }

    @Test
    void childrenThatWereLeftOutliveTheirParent() throws Exception {
        try (var parent = startParent("leave")) {
            var child = child();
            try {
                parent.kill();
                assertThat(Poll.until(Duration.ofMillis(500), () -> !child.isAlive()))
                        .isFalse();
            } finally {
                child.destroyForcibly();
            }
        }
    }

    private SupervisedProcess startParent(String... more) {
        var arguments = new ArrayList<>(List.of(dir.toString()));
        arguments.addAll(List.of(more));
        return SupervisedProcess.start(new JavaCommand("parent", Sleeper.class.getName(), JavaCommand.ownClassPath())
                .heapMb(64)
                .arguments(arguments)
                .build(dir, dir.resolve("parent.log")));
    }

    private ProcessHandle child() throws Exception {
        var file = dir.resolve("pid");
        assertThat(Poll.until(SOON, () -> Files.exists(file)))
                .as(LogTail.of(dir.resolve("parent.log"), 20))
                .isTrue();
        return ProcessHandle.of(Long.parseLong(Files.readString(file))).orElseThrow();
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    private static boolean standsStill(Path file) {
        var before = size(file);
        return !Poll.until(Duration.ofMillis(500), () -> size(file) > before);
    }
}
