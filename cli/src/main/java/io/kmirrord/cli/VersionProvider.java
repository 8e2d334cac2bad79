// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

import io.kmirrord.testkit.cluster.Versions;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: this build, and the broker lines that it can mirror into. */
public final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {
            "mirrorctl " + BuildVersion.text(),
            "Java " + Runtime.version(),
            "destinations: Kafka "
                    + String.join(
                            ", ",
                            Versions.DESTINATIONS.stream().map(Object::toString).toList())
        };
    }
}
