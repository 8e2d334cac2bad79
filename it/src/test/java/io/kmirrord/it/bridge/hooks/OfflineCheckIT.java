// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.ToolRun;
import io.kmirrord.testkit.cluster.KafkaClassPath;
import io.kmirrord.testkit.cluster.KafkaVersion;
import io.kmirrord.testkit.mirror.BridgeJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent jar as a program, before an upgrade. */
@DisplayName("R3: java -jar storage-bridge.jar check LIBS_DIR")
final class OfflineCheckIT {
    @TempDir
    private Path libs;

    private void copyJars(String version) throws IOException {
        for (Path jar : KafkaClassPath.broker(KafkaVersion.parse(version))) {
            Files.createSymbolicLink(libs.resolve(jar.getFileName()), jar);
        }
    }

    private static ToolRun check(String... arguments) throws Exception {
        return ToolRun.jar(BridgeJar.find(), arguments);
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.1.2", "4.2.1", "4.3.1", "4.4.0"})
    void r3SupportedBrokersLink(String version) throws Exception {
        copyJars(version);
        ToolRun run = check("check", libs.toString());
        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.out()).contains("broker:  " + version).contains("linked:  yes");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void r3AnUnknownLineIsRefusedWithTheKnownOnes() throws Exception {
        copyJars("3.9.2");
        ToolRun run = check("check", libs.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("3.9.2").contains("4.1, 4.2, 4.3, 4.4").contains("Do not upgrade");
    }

    @Test
    void r3EachMissingMemberIsALine() throws Exception {
        copyJars("4.4.0");
        List<Path> storage;
        try (var files = Files.list(libs)) {
            storage = files.filter(f -> f.getFileName().toString().startsWith("kafka-storage-4"))
                    .toList();
        }
        assertThat(storage).hasSize(1);
        Files.delete(storage.get(0));
        ToolRun run = check("check", libs.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("method org.apache.kafka.storage.internals.log.UnifiedLog.appendAsLeader")
                .contains("field org.apache.kafka.storage.internals.log.ProducerStateManager.producers")
                .contains("linked:  no");
    }

    @Test
    void usageIsExitCodeTwo() throws Exception {
        assertThat(check().exitCode()).isEqualTo(2);
        assertThat(check("chek", libs.toString()).exitCode()).isEqualTo(2);
        ToolRun empty = check("check", libs.toString());
        assertThat(empty.exitCode()).isEqualTo(2);
        assertThat(empty.err()).contains("no jar in " + libs);
    }
}
