// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.mirror;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the storage bridge's agent jar of this build lies. */
public final class BridgeJar {
    /** System property with the path of the jar, for programs that run outside of the repository. */
    public static final String PROPERTY = "kmirrord.bridge.jar";

    private static final Path IN_REPOSITORY = Path.of("storage-bridge", "dist", "target", "storage-bridge.jar");

    private BridgeJar() {}

    /**
     * The jar named by {@link #PROPERTY}, else the one in the repository that the working directory lies in.
     *
     * @throws IllegalStateException if there is none
     */
    public static Path find() {
        var named = System.getProperty(PROPERTY);
        if (named != null) {
            var jar = Path.of(named).toAbsolutePath();
            if (Files.isRegularFile(jar)) {
                return jar;
            }
            throw new IllegalStateException(
                    "-D" + PROPERTY + " names " + jar + ", which is not there: build it (./mvnw -DskipTests package)");
        }
        for (var dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
            var jar = dir.resolve(IN_REPOSITORY);
            if (Files.isRegularFile(jar)) {
                return jar;
            }
        }
        throw new IllegalStateException(
                "no " + IN_REPOSITORY + " in or above " + Path.of("").toAbsolutePath()
                        + ": build it (./mvnw -DskipTests package) or name the jar with -D" + PROPERTY);
    }
}
