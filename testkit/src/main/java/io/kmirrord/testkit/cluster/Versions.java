// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;

/** The Kafka versions this build is tested with, from the root pom. */
public final class Versions {
    private static final Properties PROPERTIES = load();

    /** Lines the storage bridge has an adapter for, oldest first. */
    public static final List<KafkaVersion> DESTINATIONS = list("destinations");
    /** The version that everything else is built against. */
    public static final KafkaVersion DEFAULT = KafkaVersion.parse(property("default"));
    /** Older versions that can only be sources, newest first. */
    public static final List<KafkaVersion> OLD_SOURCES = list("sources");

    private Versions() {}

    static String property(String key) {
        var value = PROPERTIES.getProperty(key);
        if (value == null || value.isBlank() || value.startsWith("${")) {
            throw new IllegalStateException("versions.properties has no usable value for " + key + ": " + value);
        }
        return value;
    }

    private static List<KafkaVersion> list(String key) {
        return Arrays.stream(property(key).split(",", -1))
                .map(KafkaVersion::parse)
                .toList();
    }

    private static Properties load() {
        var properties = new Properties();
        try (var in = Versions.class.getResourceAsStream("versions.properties")) {
            if (in == null) {
                throw new IllegalStateException("versions.properties is missing beside " + Versions.class);
            }
            properties.load(in);
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
