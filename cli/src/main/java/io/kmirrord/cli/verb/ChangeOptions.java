// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.Durations;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options of every verb that changes something. Filled by the parser. */
final class ChangeOptions {
    @Option(names = "--no-wait", description = "Return once the wish is acknowledged.")
    private boolean noWait;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "How long to wait for the end, such as 500ms, 30s, 5m; default ${DEFAULT-VALUE}."
                    + " What was begun goes on after that.")
    private String timeout = "60s";

    @Option(names = "--dry-run", description = "Say what would be done; write nothing.")
    private boolean dryRun;

    boolean waits() {
        return !noWait;
    }

    boolean dryRun() {
        return dryRun;
    }

    Duration timeout() {
        return Durations.parse(timeout);
    }
}
