// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AgentSettingsTest {
    @TempDir
    private Path dir;

    private static Map<String, String> read(String argument) throws IOException {
        return AgentSettings.read(argument, "4L6g3nShT-eMCtK--X86sw", 3);
    }

    @Test
    void theSocketIsNamedAfterClusterAndNode() throws IOException {
        assertThat(read("")).isEqualTo(Map.of("socket.path", "/run/kmirrord-bridge/4L6g3nShT-eMCtK--X86sw-3.sock"));
    }

    @Test
    void keysAndValuesStandInTheOptionItself() throws IOException {
        assertThat(read("socket.path=/tmp/b.sock,allowed.users=kmirrord,root,operation.threads=2"))
                .isEqualTo(Map.of(
                        "socket.path", "/tmp/b.sock", "allowed.users", "kmirrord,root", "operation.threads", "2"));
    }

    @Test
    void anAbsolutePathIsAPropertiesFile() throws IOException {
        Path file = dir.resolve("bridge.properties");
        Files.writeString(file, "# comment\nsocket.path = /tmp/b.sock\ndisk.floor.bytes=0\n");
        assertThat(read(file.toString())).isEqualTo(Map.of("socket.path", "/tmp/b.sock", "disk.floor.bytes", "0"));
    }

    @Test
    void anythingElseIsRefusedWithTheAcceptedForms() {
        assertThatThrownBy(() -> read("bridge.properties"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'bridge.properties'")
                .hasMessageContaining("absolute path");
        assertThatThrownBy(() -> read(dir.resolve("absent").toString())).isInstanceOf(IOException.class);
    }
}
