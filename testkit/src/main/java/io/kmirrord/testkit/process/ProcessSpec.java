// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What to run. Immutable.
 *
 * @param name how messages call the process
 * @param command program and arguments, handed over as they are (no shell reads them)
 * @param environment added to the environment of this JVM; an empty value removes the variable
 * @param directory working directory; must exist
 * @param logFile standard output and error are appended to it; its folder must exist
 */
public record ProcessSpec(
        String name, List<String> command, Map<String, String> environment, Path directory, Path logFile) {
    public ProcessSpec {
        if (command.isEmpty()) {
            throw new IllegalArgumentException("no command given for process " + name);
        }
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        logFile = logFile.toAbsolutePath();
    }
}
