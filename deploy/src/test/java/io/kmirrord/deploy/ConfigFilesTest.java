// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.config.DaemonConfig;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The daemon takes the properties files that are shipped. */
final class ConfigFilesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"etc/example.properties", "../docker/config/east.properties", "../docker/config/west.properties"
            })
    void theDaemonTakesIt(String file) throws Exception {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(file))) {
            properties.load(reader);
        }
        Map<String, String> values = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key)));
        assertThat(values).containsKey("bridge.socket");
        assertThat(DaemonConfig.of(values)).isNotNull();
    }
}
