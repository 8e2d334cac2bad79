// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A released version of Kafka, compared number by number. Immutable. */
public record KafkaVersion(int major, int minor, int patch) implements Comparable<KafkaVersion> {
    /** The first line without ZooKeeper, and with log4j 2. */
    private static final KafkaVersion V4 = new KafkaVersion(4, 0, 0);
    /** The first line whose KRaft mode is meant for production and reads bootstrap.checkpoint. */
    private static final KafkaVersion KRAFT = new KafkaVersion(3, 3, 0);

    private static final KafkaVersion SCALA_213 = new KafkaVersion(2, 4, 0);
    private static final KafkaVersion ZOOKEEPER_35 = new KafkaVersion(2, 4, 0);

    /** Reads "4.1.2". */
    public static KafkaVersion parse(String text) {
        var parts = text.split("\\.", -1);
        try {
            if (parts.length == 3) {
                return new KafkaVersion(
                        Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(complaint(text), e);
        }
        throw new IllegalArgumentException(complaint(text));
    }

    private static String complaint(String text) {
        return "'" + text + "' is not a Kafka version: expected three numbers such as "
                + Versions.DESTINATIONS.stream().map(KafkaVersion::toString).collect(Collectors.joining(", "));
    }

    /** Whether clusters of this version run on ZooKeeper here: all before 3.3. */
    public boolean needsZooKeeper() {
        return compareTo(KRAFT) < 0;
    }

    boolean usesLog4j2() {
        return compareTo(V4) >= 0;
    }

    /** Whether its own ZooKeeper is too old for the JDKs that run here: all before 2.4. */
    boolean bringsZooKeeper34() {
        return compareTo(ZOOKEEPER_35) < 0;
    }

    /** The Scala line of the kafka artifact: 2.13 where it exists. */
    String scala() {
        return compareTo(SCALA_213) >= 0 ? "2.13" : "2.12";
    }

    @Override
    public int compareTo(KafkaVersion other) {
        return Arrays.compare(new int[] {major, minor, patch}, new int[] {other.major, other.minor, other.patch});
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
