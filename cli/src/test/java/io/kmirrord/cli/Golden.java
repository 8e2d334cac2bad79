// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files with the exact text that commands print; {@code -Dgolden.update=true} writes them anew. */
public final class Golden {
    private static final Path DIR = Path.of("src", "test", "resources", "golden");

    private Golden() {}

    public static void check(String name, String actual) throws IOException {
        var file = DIR.resolve(name);
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(DIR);
            Files.writeString(file, actual);
        }
        assertThat(actual).isEqualTo(Files.readString(file));
    }
}
