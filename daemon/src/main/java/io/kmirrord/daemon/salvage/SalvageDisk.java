// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.salvage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is required of the place where salvages lie. Thread-safe; blocks. */
final class SalvageDisk {
    /** Left free whatever is saved: others live on the disk, and for some of them a full one is the end. */
    static final long RESERVE_BYTES = 256L << 20;

    /** Every log directory of a broker has it. */
    private static final String LOG_DIR_MARK = "meta.properties";

    private final Path dir;
    private final FreeSpace space;

    SalvageDisk(Path dir, FreeSpace space) {
        this.dir = dir;
        this.space = space;
    }

    /** An unknown folder in a log directory ends the next start of the broker. */
    void refuseLogDir() throws SalvageException {
        for (Path above = dir; above != null; above = above.getParent()) {
            if (Files.exists(above.resolve(LOG_DIR_MARK))) {
                throw new SalvageException(
                        "it lies in " + above + ", a log directory of a broker, which would not start"
                                + " any more; set salvage.dir to another folder");
            }
        }
    }

    /**
     * Requires that so much fits, and the reserve beside it.
     *
     * @throws SalvageException with what is free and what is needed
     */
    void require(long bytes) throws IOException {
        long free = space.usableBytes(dir);
        if (free - RESERVE_BYTES < bytes) {
            throw new SalvageException(free + " bytes are free there, " + (bytes + RESERVE_BYTES) + " are needed: "
                    + bytes + " to save and " + RESERVE_BYTES
                    + " that stay free. Free space, delete salvages that nobody"
                    + " needs (mirrorctl salvage list, mirrorctl salvage prune), or set salvage.dir to another disk");
        }
    }
}
