// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * Settings as the {@code -javaagent} option gives them. Stateless.
 *
 * <pre>
 * -javaagent:storage-bridge.jar                                     defaults
 * -javaagent:storage-bridge.jar=/etc/kmirrord/bridge.properties     a properties file
 * -javaagent:storage-bridge.jar=socket.path=/run/x.sock,allowed.users=kmirrord,root
 * </pre>
 */
final class AgentSettings {
    static final String SOCKET_PATH = "socket.path";
    private static final String SOCKET_DIR = "/run/kmirrord-bridge/";

    private AgentSettings() {}

    /**
     * Reads the settings, which it does not judge, and fills in the socket of this node: brokers of several clusters
     * may share a host.
     *
     * @param argument what follows {@code =} in the option, empty for the defaults
     */
    static Map<String, String> read(String argument, String clusterId, int nodeId) throws IOException {
        Map<String, String> settings = argument.startsWith("/") ? file(Path.of(argument)) : inline(argument);
        settings.putIfAbsent(SOCKET_PATH, SOCKET_DIR + clusterId + "-" + nodeId + ".sock");
        return settings;
    }

    private static Map<String, String> file(Path path) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        Map<String, String> settings = new HashMap<>();
        properties.stringPropertyNames().forEach(key -> settings.put(key, properties.getProperty(key)));
        return settings;
    }

    /** A part without {@code =} belongs to the value before it, which may be a list. */
    private static Map<String, String> inline(String argument) {
        Map<String, String> settings = new HashMap<>();
        String last = "";
        for (String part : argument.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                last = part.substring(0, equals).trim();
                settings.put(last, part.substring(equals + 1).trim());
            } else if (!last.isEmpty()) {
                settings.merge(last, part.trim(), (before, more) -> before + "," + more);
            } else if (!part.isBlank()) {
                throw new IllegalArgumentException("agent argument '" + argument
                        + "'; accepted: the absolute path of a properties file, or key=value,key=value");
            }
        }
        return settings;
    }
}
