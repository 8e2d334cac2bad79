// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.salvage;

import io.kmirrord.statetopic.SalvageManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What crashes leave of salvages that were being written or deleted. All of it is marked by a draft, {@code
 * <name>.<node id>.tmp}: of data that is being written, or of the manifest beside data that has no manifest yet, or no
 * more. Drafts of other nodes are not touched. Stateless; thread-safe; blocks.
 */
final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    private final String suffix;
    private final Predicate<Path> inUse;

    /** @param inUse whether a file of data is being written */
    Leftovers(int nodeId, Predicate<Path> inUse) {
        this.suffix = "." + nodeId + ".tmp";
        this.inUse = inUse;
    }

    Path draftOf(Path file) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    /** Removes leftovers in the folder of a partition. */
    void removeIn(Path folder) throws IOException {
        List<Path> present;
        try (Stream<Path> files = Files.list(folder)) {
            present = files.toList();
        }
        for (Path path : present) {
            removeIfLeft(path);
        }
    }

    /** Removes leftovers of one salvage, by the name of its data. */
    void removeBeside(Path file) throws IOException {
        removeIfLeft(draftOf(file));
        removeIfLeft(draftOf(SalvageStore.manifestOf(file)));
    }

    void removeIfLeft(Path draft) throws IOException {
        String name = draft.getFileName().toString();
        if (!name.endsWith(suffix) || !Files.exists(draft)) {
            return;
        }
        Path of = draft.resolveSibling(name.substring(0, name.length() - suffix.length()));
        boolean ofManifest = of.toString().endsWith(SalvageManifest.SUFFIX);
        Path data = ofManifest ? SalvageStore.dataOf(of) : of;
        if (inUse.test(data)) {
            return;
        }
        if (ofManifest && !Files.exists(of)) {
            Files.deleteIfExists(data);
        }
        Files.deleteIfExists(draft);
        LOG.info("removed {} and what it marked as not whole", draft);
    }
}
