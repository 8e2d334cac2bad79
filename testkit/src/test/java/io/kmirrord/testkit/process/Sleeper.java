// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A program for tests: starts a long-lived child, writes its pid into a file and waits to be killed. */
final class Sleeper {
    private Sleeper() {}

    static ProcessSpec spec(Path dir, String... command) {
        return new ProcessSpec("sleeper", List.of(command), Map.of(), dir, dir.resolve("sleeper.log"));
    }

    /** {@code Sleeper DIR [leave]}. */
    public static void main(String[] args) throws Exception {
        var dir = Path.of(args[0]);
        var child = SupervisedProcess.start(spec(dir, "sleep", "600"));
        if (args.length > 1) {
            child.leave();
        }
        Files.writeString(dir.resolve("pid.tmp"), Long.toString(child.pid()));
        Files.move(dir.resolve("pid.tmp"), dir.resolve("pid"));
        child.awaitExit(java.time.Duration.ofMinutes(10));
    }
}
