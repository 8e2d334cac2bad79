// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.salvage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much a disk takes. Thread-safe. */
@FunctionalInterface
public interface FreeSpace {
    /** That of the file store which a folder lies on. */
    FreeSpace OF_FILE_STORE = folder -> Files.getFileStore(folder).getUsableSpace();

    /**
     * Returns the bytes that this process may still write.
     *
     * @param folder exists
     */
    long usableBytes(Path folder) throws IOException;
}
