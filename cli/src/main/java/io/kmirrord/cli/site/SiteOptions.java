// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.site;

import io.kmirrord.testkit.cluster.Versions;
import picocli.CommandLine.Option;

/** The options that shape both clusters. Filled by the command line's parser. */
public final class SiteOptions {
    @Option(
            names = "--source-brokers",
            paramLabel = "N",
            description = "Brokers of the source, 1 to 9; default ${DEFAULT-VALUE}.")
    private int sourceBrokers = 1;

    @Option(
            names = "--destination-brokers",
            paramLabel = "N",
            description = "Brokers of the destination, 1 to 9; default ${DEFAULT-VALUE}.")
    private int destinationBrokers = 3;

    @Option(
            names = "--kafka-version",
            paramLabel = "VERSION",
            description = "Kafka version of the destination; default ${DEFAULT-VALUE}.")
    private String destinationVersion = Versions.DEFAULT.toString();

    @Option(
            names = "--source-kafka-version",
            paramLabel = "VERSION",
            description = "Kafka version of the source, 2.1.0 or later; default ${DEFAULT-VALUE}.")
    private String sourceVersion = Versions.DEFAULT.toString();

    @Option(
            names = "--dedicated-controllers",
            paramLabel = "N",
            description = "Controllers of the destination that are no brokers, 0 to 5; default ${DEFAULT-VALUE}:"
                    + " the first three brokers are controllers too.")
    private int dedicatedControllers;

    /** The checked values. */
    public SiteSpec spec() {
        return SiteSpec.of(sourceVersion, sourceBrokers, destinationVersion, destinationBrokers, dedicatedControllers);
    }
}
