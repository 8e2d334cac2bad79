// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kmirrord.protocol.Backoff;
import io.kmirrord.protocol.Endpoint;
import io.kmirrord.statemachine.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Defaults and full mapping of each config record, and what is said about bad ones. */
final class ConfigTest {
    private static final Map<String, String> REQUIRED = Map.of(
            "bootstrap.servers", "h1:9092",
            "bridge.socket", "/run/kmirrord-bridge/1.sock");

    private static DaemonConfig with(String... keysAndValues) throws SettingsException {
        Map<String, String> properties = new HashMap<>(REQUIRED);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return DaemonConfig.of(properties);
    }

    private static List<String> problems(Map<String, String> properties) {
        return catchThrowableOfType(SettingsException.class, () -> DaemonConfig.of(properties))
                .problems();
    }

    private static String problem(String key, String value) {
        List<String> problems = catchThrowableOfType(SettingsException.class, () -> with(key, value))
                .problems();
        assertThat(problems).hasSize(1);
        return problems.get(0);
    }

    @Nested
    final class Destination {
        @Test
        void defaults() throws SettingsException {
            assertThat(with().destination())
                    .isEqualTo(new DestinationConfig(
                            Map.of("bootstrap.servers", "h1:9092"),
                            "__mirror_state",
                            "__mirror_progress",
                            Path.of("/var/lib/kmirrord"),
                            Path.of("/var/lib/kmirrord/salvage")));
        }

        @Test
        void fullMapping() throws SettingsException {
            DaemonConfig config = with(
                    "bootstrap.servers", "h1:1,[::1]:2",
                    "kafka.security.protocol", "SSL",
                    "state.topic", "s",
                    "progress.topic", "p",
                    "data.dir", "/data",
                    "salvage.dir", "/x/salvage");
            assertThat(config.destination())
                    .isEqualTo(new DestinationConfig(
                            Map.of("bootstrap.servers", "h1:1,[::1]:2", "security.protocol", "SSL"),
                            "s",
                            "p",
                            Path.of("/data"),
                            Path.of("/x/salvage")));
        }

        @Test
        void badValuesAreNamedWithWhatIsAccepted() {
            assertThat(problem("bootstrap.servers", "h1")).contains("'h1'", "host:port");
            assertThat(problem("salvage.dir", "x")).contains("'x'", "absolute");
            assertThat(problem("data.dir", "y")).contains("'y'", "absolute");
        }
    }

    @Nested
    final class Fetch {
        @Test
        void defaults() throws SettingsException {
            assertThat(with().fetch()).isEqualTo(new FetchConfig(128 << 20, 10 << 20, 1 << 20, 500));
        }

        @Test
        void fullMapping() throws SettingsException {
            DaemonConfig config = with(
                    "fetch.memory.bytes", "67108864",
                    "fetch.max.bytes", "16777216",
                    "fetch.partition.max.bytes", "65536",
                    "fetch.max.wait.ms", "100");
            assertThat(config.fetch()).isEqualTo(new FetchConfig(64 << 20, 16 << 20, 64 << 10, 100));
        }

        @Test
        void oneResponseMustNotTakeAllMemory() {
            assertThat(problem("fetch.max.bytes", "1073741824")).contains("a quarter of fetch.memory.bytes, 33554432");
        }
    }

    @Nested
    final class Append {
        @Test
        void defaults() throws SettingsException {
            assertThat(with().append())
                    .isEqualTo(new AppendConfig(Path.of("/run/kmirrord-bridge/1.sock"), 4, 64 << 20));
        }

        @Test
        void fullMapping() throws SettingsException {
            DaemonConfig config = with(
                    "bridge.socket", "/x/y",
                    "append.in.flight", "2",
                    "append.unreplicated.max.bytes", "1048576");
            assertThat(config.append()).isEqualTo(new AppendConfig(Path.of("/x/y"), 2, 1 << 20));
        }

        @Test
        void badValuesAreNamedWithWhatIsAccepted() {
            assertThat(problem("bridge.socket", "x/y")).contains("'x/y'", "absolute");
            assertThat(problem("append.in.flight", "many")).contains("'many'", "a whole number from 1 to 64");
        }
    }

    @Nested
    final class Threads {
        @Test
        void defaults() throws SettingsException {
            assertThat(with().runtime())
                    .isEqualTo(new RuntimeConfig(
                            2,
                            2,
                            new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10)),
                            Duration.ofSeconds(10),
                            Duration.ofSeconds(30),
                            new Endpoint("127.0.0.1", 9464),
                            1_000));
        }

        @Test
        void fullMapping() throws SettingsException {
            DaemonConfig config = with(
                    "shards", "3",
                    "network.threads", "4",
                    "retry.backoff.min.ms", "50",
                    "retry.backoff.max.ms", "500",
                    "summary.interval.ms", "1000",
                    "http.listen", "127.0.0.1:9999",
                    "metrics.partition.series.max", "7",
                    "discovery.interval.ms", "700");
            assertThat(config.runtime())
                    .isEqualTo(new RuntimeConfig(
                            3,
                            4,
                            new Backoff(Duration.ofMillis(50), Duration.ofMillis(500)),
                            Duration.ofSeconds(1),
                            Duration.ofMillis(700),
                            new Endpoint("127.0.0.1", 9999),
                            7));
        }

        @Test
        void backoffMustNotFall() {
            assertThat(problem("retry.backoff.max.ms", "20")).contains("'20'", "at least retry.backoff.min.ms, 100");
        }
    }

    @Test
    void allProblemsAreReportedAtOnce() {
        assertThat(problems(Map.of("shards", "x", "salvage.dri", "/x")))
                .containsExactlyInAnyOrder(
                        "bootstrap.servers is missing; it has no default",
                        "bridge.socket is missing; it has no default",
                        "shards = 'x'; accepted: a whole number from 1 to 64",
                        "salvage.dri is not a setting; nearest: salvage.dir");
    }

    @Test
    void aFileThatCannotBeReadIsAProblem(@TempDir Path folder) throws IOException, SettingsException {
        Path missing = folder.resolve("none.properties");
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> DaemonConfig.read(missing, Map.of()))
                .withMessageContaining(missing.toString());
        Path file = folder.resolve("a.properties");
        StringBuilder text = new StringBuilder();
        REQUIRED.forEach(
                (key, value) -> text.append(key).append('=').append(value).append('\n'));
        Files.writeString(file, text);
        assertThat(DaemonConfig.read(file, Map.of())).isEqualTo(DaemonConfig.of(REQUIRED));
    }

    /** The unit lets the daemon write nowhere else. */
    @Test
    void theStateDirectoryOfAUnitIsTheDefaultOfTheDataDir(@TempDir Path folder) throws IOException, SettingsException {
        Path file = folder.resolve("a.properties");
        Files.writeString(file, "bootstrap.servers=h1:9092\nbridge.socket=/s\n");
        Map<String, String> unit = Map.of("STATE_DIRECTORY", "/var/lib/kmirrord/a:/var/lib/other");
        DestinationConfig config = DaemonConfig.read(file, unit).destination();
        assertThat(config.dataDir()).isEqualTo(Path.of("/var/lib/kmirrord/a"));
        assertThat(config.salvageDir()).isEqualTo(Path.of("/var/lib/kmirrord/a/salvage"));
        Files.writeString(file, "bootstrap.servers=h1:9092\nbridge.socket=/s\ndata.dir=/mine\n");
        assertThat(DaemonConfig.read(file, unit).destination().salvageDir()).isEqualTo(Path.of("/mine/salvage"));
    }
}
