// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Folders with what is in them. */
public final class Trees {
    private Trees() {}

    /** Removes a folder or file; nothing happens if it is not there. Symbolic links are removed, not followed. */
    public static void delete(Path tree) {
        if (!Files.exists(tree)) {
            return;
        }
        try (var paths = Files.walk(tree)) {
            for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + tree, e);
        }
    }
}
