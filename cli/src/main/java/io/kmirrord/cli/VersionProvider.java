// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

import io.kmirrord.testkit.cluster.Versions;
import java.io.IOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: this build, and the broker lines that it can mirror into. */
public final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        var properties = new Properties();
        try (var in = VersionProvider.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IOException("version.properties is missing beside " + VersionProvider.class);
            }
            properties.load(in);
        }
        return new String[] {
            "mirrorctl " + properties.getProperty("version"),
            "Java " + Runtime.version(),
            "destinations: Kafka "
                    + String.join(
                            ", ",
                            Versions.DESTINATIONS.stream().map(Object::toString).toList())
        };
    }
}
