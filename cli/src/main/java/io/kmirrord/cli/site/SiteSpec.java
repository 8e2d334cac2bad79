// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.site;

import io.kmirrord.cli.CliException;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.testkit.cluster.KafkaVersion;
import io.kmirrord.testkit.cluster.Versions;
import java.util.stream.Collectors;

/**
 * The shape of both clusters. Immutable.
 *
 * @param dedicatedControllers of the destination; 0 for combined nodes
 */
public record SiteSpec(
        KafkaVersion sourceVersion,
        int sourceBrokers,
        KafkaVersion destinationVersion,
        int destinationBrokers,
        int dedicatedControllers) {
    private static final int MAX_BROKERS = 9;
    private static final int MAX_CONTROLLERS = 5;
    private static final KafkaVersion OLDEST_SOURCE = new KafkaVersion(2, 1, 0);

    /**
     * Checks what the options say.
     *
     * @throws CliException if a value is not accepted
     */
    public static SiteSpec of(
            String sourceVersion,
            int sourceBrokers,
            String destinationVersion,
            int destinationBrokers,
            int dedicatedControllers) {
        inRange("--source-brokers", sourceBrokers, 1, MAX_BROKERS);
        inRange("--destination-brokers", destinationBrokers, 1, MAX_BROKERS);
        inRange("--dedicated-controllers", dedicatedControllers, 0, MAX_CONTROLLERS);
        var destination = version("--kafka-version", destinationVersion);
        if (Versions.DESTINATIONS.stream().noneMatch(line -> sameLine(line, destination))) {
            throw new CliException(
                    ExitCode.USAGE,
                    "--kafka-version " + destination + ": the storage bridge has no adapter for it; destinations are "
                            + Versions.DESTINATIONS.stream()
                                    .map(line -> line.major() + "." + line.minor())
                                    .collect(Collectors.joining(", "))
                            + ", tested with " + list(Versions.DESTINATIONS));
        }
        var source = version("--source-kafka-version", sourceVersion);
        if (source.compareTo(OLDEST_SOURCE) < 0) {
            throw new CliException(
                    ExitCode.USAGE,
                    "--source-kafka-version " + source + ": sources go back to " + OLDEST_SOURCE
                            + "; tested with " + list(Versions.OLD_SOURCES) + " and the destinations "
                            + list(Versions.DESTINATIONS));
        }
        return new SiteSpec(source, sourceBrokers, destination, destinationBrokers, dedicatedControllers);
    }

    private static boolean sameLine(KafkaVersion a, KafkaVersion b) {
        return a.major() == b.major() && a.minor() == b.minor();
    }

    private static KafkaVersion version(String option, String text) {
        try {
            return KafkaVersion.parse(text);
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, option + ": " + e.getMessage(), e);
        }
    }

    private static void inRange(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new CliException(
                    ExitCode.USAGE, option + " " + value + " is not accepted: give " + least + " to " + most);
        }
    }

    private static String list(java.util.List<KafkaVersion> versions) {
        return versions.stream().map(KafkaVersion::toString).collect(Collectors.joining(", "));
    }
}
