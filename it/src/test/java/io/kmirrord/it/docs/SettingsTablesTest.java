// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.kafka.ops.Settings;
import io.kmirrord.bridge.server.ServerConfig;
import io.kmirrord.daemon.config.DaemonConfig;
import io.kmirrord.statemachine.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of settings in the guides name the keys that there are, with the defaults that hold. */
final class SettingsTablesTest {
    private static final Path DOCS = Path.of("../docs").toAbsolutePath().normalize();
    private static final Pattern ROW = Pattern.compile("^\\| `([a-z.]+)` \\| (?:`([^`]*)`)?");
    private static final Map<String, String> REQUIRED =
            Map.of("bootstrap.servers", "127.0.0.1:9092", "bridge.socket", "/tmp/s");

    @Test
    void defaultsOfTheDaemonAreThoseOfTheCode() throws IOException, SettingsException {
        Map<String, String> table = table("daemon.md");
        assertThat(table.keySet()).containsAll(REQUIRED.keySet());
        Map<String, String> written = new HashMap<>(REQUIRED);
        table.forEach((key, value) -> {
            if (!value.isEmpty()) {
                written.put(key, value);
            }
        });
        assertThat(written).hasSizeGreaterThan(REQUIRED.size());
        assertThat(DaemonConfig.of(written)).isEqualTo(DaemonConfig.of(REQUIRED));
    }

    @Test
    void theBridgeKnowsTheKeysOfItsTable() throws IOException {
        Map<String, String> table = table("storage-bridge.md");
        Set<String> known = new HashSet<>(ServerConfig.KEYS);
        known.addAll(Settings.KEYS);
        assertThat(table.keySet()).containsExactlyInAnyOrderElementsOf(known);
        Map<String, String> written = new HashMap<>();
        table.forEach((key, value) -> {
            if (!value.isEmpty()) {
                written.put(key, value);
            }
        });
        assertThat(ServerConfig.parse(written, Settings.KEYS)).isEqualTo(ServerConfig.parse(Map.of(), Set.of()));
        assertThat(Settings.of(written)).isEqualTo(Settings.DEFAULT);
    }

    private static Map<String, String> table(String guide) throws IOException {
        Map<String, String> rows = new TreeMap<>();
        for (String line : Files.readAllLines(DOCS.resolve(guide))) {
            Matcher row = ROW.matcher(line);
            if (row.find()) {
                rows.put(row.group(1), row.group(2) == null ? "" : row.group(2));
            }
        }
        return rows;
    }
}
