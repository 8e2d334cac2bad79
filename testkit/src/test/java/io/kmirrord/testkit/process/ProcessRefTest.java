// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessRefTest {
    @TempDir
    Path dir;

    @Test
    void aRecordedProcessIsFoundAndStopped() {
        try (var process = SupervisedProcess.start(Sleeper.spec(dir, "sleep", "600"))) {
            var ref = ProcessRef.of(process);
            assertThat(ref.isAlive()).isTrue();
            assertThat(ref.stop(Duration.ofMinutes(1))).isTrue();
            assertThat(ref.isAlive()).isFalse();
            assertThat(ref.stop(Duration.ofMinutes(1))).isFalse();
        }
    }

    @Test
    void aProcessThatTookOverThePidIsNotTouched() {
        try (var process = SupervisedProcess.start(Sleeper.spec(dir, "sleep", "600"))) {
            var reused = new ProcessRef(process.pid(), process.startedAt().minusSeconds(60));
            assertThat(reused.isAlive()).isFalse();
            assertThat(reused.stop(Duration.ofSeconds(1))).isFalse();
            reused.terminate();
            assertThat(process.isAlive()).isTrue();
        }
    }
}
