// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.link;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/** The broker lines that an adapter exists for. */
public enum Adapter {
    LINE_4_1("4.1", "41"),
    LINE_4_2("4.2", "42"),
    LINE_4_3("4.3", "43"),
    LINE_4_4("4.4", "44");

    private static final String VERSION_RESOURCE = "kafka/kafka-version.properties";

    private final String line;
    private final String suffix;

    Adapter(String line, String suffix) {
        this.line = line;
        this.suffix = suffix;
    }

    /** Returns the broker line, such as {@code 4.4}. */
    public String line() {
        return line;
    }

    /** Returns the class that implements {@code io.kmirrord.bridge.kafka.BrokerLine} for this line. */
    public String className() {
        return "io.kmirrord.bridge.kafka.line" + suffix + ".Line" + suffix;
    }

    /** Returns true if a class file of ours belongs to the adapter of another line. */
    boolean isForeign(String internalName) {
        String lines = "io/kmirrord/bridge/kafka/line";
        return internalName.startsWith(lines) && !internalName.startsWith(lines + suffix + "/");
    }

    /** Returns the adapter of a broker version such as {@code 4.4.0} or {@code 4.4.1-vendor}. */
    public static Optional<Adapter> ofVersion(String version) {
        return Arrays.stream(values())
                .filter(a -> version.equals(a.line) || version.startsWith(a.line + "."))
                .findFirst();
    }

    /** Returns the lines that have an adapter, for messages. */
    public static String known() {
        return Arrays.stream(values()).map(Adapter::line).collect(Collectors.joining(", "));
    }

    /** Returns the broker version that the jars name, or {@code unknown}. */
    public static String versionOf(ClassBytes jars) throws IOException {
        byte[] bytes = jars.read(VERSION_RESOURCE);
        if (bytes == null) {
            return "unknown";
        }
        Properties properties = new Properties();
        properties.load(new ByteArrayInputStream(bytes));
        return properties.getProperty("version", "unknown").trim();
    }
}
