// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.config;

import io.kmirrord.statemachine.settings.SettingsException;
import io.kmirrord.statemachine.settings.SettingsReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Everything that the properties file of a daemon says. Immutable. */
public record DaemonConfig(
        DestinationConfig destination, FetchConfig fetch, AppendConfig append, RuntimeConfig runtime) {

    /**
     * Checks all values.
     *
     * @throws SettingsException with every problem
     */
    public static DaemonConfig of(Map<String, String> properties) throws SettingsException {
        SettingsReader settings = new SettingsReader(properties);
        DaemonConfig config = new DaemonConfig(
                DestinationConfig.from(settings),
                FetchConfig.from(settings),
                AppendConfig.from(settings),
                RuntimeConfig.from(settings));
        settings.throwProblems();
        return config;
    }

    /**
     * Reads a properties file in UTF-8.
     *
     * @param environment of the process; STATE_DIRECTORY, where a systemd unit may keep files, is the default of data.dir
     * @throws SettingsException with every problem, also when the file cannot be read
     */
    public static DaemonConfig read(Path file, Map<String, String> environment) throws SettingsException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new SettingsException(List.of(file + " cannot be read: " + e));
        }
        Map<String, String> values = new LinkedHashMap<>();
        String stateDirectory = environment.getOrDefault("STATE_DIRECTORY", "");
        if (!stateDirectory.isEmpty()) {
            // Of several, separated by colons, the first one.
            values.put(DestinationConfig.DATA_DIR, stateDirectory.split(":", 2)[0]);
        }
        properties.stringPropertyNames().forEach(name -> values.put(name, properties.getProperty(name)));
        return of(values);
    }
}
