// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The class path of a Kafka version, logging included. Resolved once, then read from a file in the cache folder for as long as all its jars exist. Thread-safe.
 */
public final class KafkaClassPath {
    private KafkaClassPath() {}

    /** What a broker, a controller or the ZooKeeper that a version brings runs on. */
    public static List<Path> broker(KafkaVersion version) {
        return cached("broker-" + version, brokerCoordinates(version));
    }

    /** What Kafka's command-line tools run on (org.apache.kafka.tools, from 3.5). */
    public static List<Path> tools(KafkaVersion version) {
        var coordinates = new ArrayList<>(brokerCoordinates(version));
        coordinates.add("org.apache.kafka:kafka-tools:" + version);
        return cached("tools-" + version, coordinates);
    }

    /**
     * Kafka's remote storage in a folder, which it has for its own tests: the one jar for
     * {@code remote.log.storage.manager.class.path}. Not published for every version.
     */
    public static Path localTieredStorage(KafkaVersion version) {
        return cached("tiered-" + version, List.of("org.apache.kafka:kafka-storage:jar:test:" + version)).stream()
                .filter(jar -> jar.getFileName().toString().endsWith("-test.jar"))
                .findFirst()
                .orElseThrow();
    }

    /** Logging first, so that its own slf4j-api wins: the POMs of Kafka leave the binding to the packager. */
    static List<String> brokerCoordinates(KafkaVersion version) {
        var kafka = "org.apache.kafka:kafka_" + version.scala() + ":" + version;
        if (version.usesLog4j2()) {
            var log4j = Versions.property("log4j");
            return List.of(
                    "org.apache.logging.log4j:log4j-slf4j-impl:" + log4j,
                    "org.apache.logging.log4j:log4j-core:" + log4j,
                    kafka);
        }
        var reload4j = "org.slf4j:slf4j-reload4j:" + Versions.property("slf4j-reload4j");
        if (version.bringsZooKeeper34()) {
            return List.of(reload4j, "org.apache.zookeeper:zookeeper:" + Versions.property("zookeeper34"), kafka);
        }
        return List.of(reload4j, kafka);
    }

    private static synchronized List<Path> cached(String name, List<String> coordinates) {
        var file = CacheDir.path().resolve(name + ".classpath");
        try {
            var key = "# " + String.join(" ", coordinates);
            if (Files.exists(file)) {
                var lines = Files.readAllLines(file);
                var jars = lines.stream().skip(1).map(Path::of).toList();
                if (!jars.isEmpty() && lines.get(0).equals(key) && jars.stream().allMatch(Files::isRegularFile)) {
                    return jars;
                }
            }
            var jars = MavenClassPath.resolve(coordinates);
            var lines = new ArrayList<String>();
            lines.add(key);
            jars.forEach(jar -> lines.add(jar.toString()));
            CacheDir.replace(file, String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
            return jars;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use the cached class path " + file, e);
        }
    }
}
