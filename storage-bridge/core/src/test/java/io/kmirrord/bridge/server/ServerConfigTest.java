// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServerConfigTest {
    private static final String PATH = "/run/x/y.sock";

    @Test
    void defaults() {
        assertThat(ServerConfig.parse(Map.of()))
                .isEqualTo(new ServerConfig(
                        Path.of("/run/kmirrord-bridge/bridge.sock"),
                        List.of(),
                        64L << 20,
                        32 << 20,
                        4,
                        32,
                        64,
                        4096,
                        30_000));
    }

    @Test
    void everyKeyIsRead() {
        Map<String, String> all = Map.of(
                "socket.path", PATH,
                "allowed.users", " 1001, kmirrord ,",
                "buffer.memory.bytes", "1000000",
                "max.frame.bytes", "900000",
                "operation.threads", "2",
                "wait.threads", "3",
                "max.connections", "5",
                "max.requests.in.flight", "6",
                "frame.timeout.ms", " 700 ");
        assertThat(all.keySet()).isEqualTo(ServerConfig.KEYS);
        assertThat(ServerConfig.parse(all))
                .isEqualTo(new ServerConfig(
                        Path.of(PATH), List.of("1001", "kmirrord"), 1_000_000, 900_000, 2, 3, 5, 6, 700));
    }

    @Test
    void allProblemsAreReportedAtOnceWithTheAcceptedValues() {
        Map<String, String> bad = Map.of(
                "socket.path", "relative.sock",
                "buffer.memory.bytes", "many",
                "max.connections", "0",
                "operation.thread", "4");
        assertThatThrownBy(() -> ServerConfig.parse(bad))
                .isInstanceOfSatisfying(
                        ServerConfigException.class,
                        e -> assertThat(e.problems())
                                .containsExactlyInAnyOrder(
                                        "unknown key 'operation.thread'; did you mean 'operation.threads'?",
                                        "buffer.memory.bytes 'many'; accepted: a whole number from 65536 to 1099511627776",
                                        "socket.path 'relative.sock'; accepted: an absolute path of at most 100 bytes, in a"
                                                + " directory",
                                        "max.connections '0'; accepted: a whole number from 1 to 1000"));
    }

    @Test
    void aFrameLargerThanTheMemoryIsRefused() {
        assertThatThrownBy(() ->
                        ServerConfig.parse(Map.of("buffer.memory.bytes", "1000000", "max.frame.bytes", "1000000")))
                .hasMessageContaining("max.frame.bytes 1000000 is above buffer.memory.bytes 1000000");
    }

    @Test
    void keysOfOthersAreLeftAlone() {
        assertThat(ServerConfig.parse(Map.of("topics.allowed", "a.*"), Set.of("topics.allowed")))
                .isEqualTo(ServerConfig.parse(Map.of()));
    }
}
