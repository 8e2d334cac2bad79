// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.salvage;

import io.kmirrord.statetopic.SalvageManifest;
import io.kmirrord.statetopic.files.Durable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The salvages on this host: {@code <dir>/<mirror>/<topic>-<partition>/<generation>-<leader epoch>-<step>.log}, batches as
 * they lay in the log, and beside each file its {@link SalvageManifest}, written last (F26). A file without a manifest is
 * no salvage: see {@link Leftovers}. A whole salvage is never written to again. Daemons of several nodes may share the
 * folder: each sees its own. Thread-safe; every method blocks.
 */
public final class SalvageStore {
    private static final Logger LOG = LoggerFactory.getLogger(SalvageStore.class);

    private static final String DATA = ".log";
    private static final String MANIFEST = DATA + SalvageManifest.SUFFIX;

    private final Path dir;
    private final SalvageDisk disk;
    private final Leftovers leftovers;
    private final Owner owner;
    private final LongSupplier clock;
    /** Files that are being written, which look like leftovers. */
    private final Set<Path> drafts = ConcurrentHashMap.newKeySet();

    /** Whose the files are: the daemon beside a node. {@code host} is for operators. */
    public record Owner(int nodeId, String host) {}

    /**
     * Makes the store; nothing is touched yet.
     *
     * @param dir absolute; made when it is needed
     * @param clock wall clock, ms
     */
    public SalvageStore(Path dir, Owner owner, FreeSpace space, LongSupplier clock) {
        this.dir = dir;
        this.owner = owner;
        this.disk = new SalvageDisk(dir, space);
        this.leftovers = new Leftovers(owner.nodeId(), drafts::contains);
        this.clock = clock;
    }

    /** Where the files lie. */
    public Path dir() {
        return dir;
    }

    /** Whose they are. */
    public Owner owner() {
        return owner;
    }

    long nowMs() {
        return clock.getAsLong();
    }

    /**
     * Begins a salvage, after a check of the free space, and removes what crashes left of earlier ones of the partition.
     *
     * @param bytes size of what will be written, as measured
     * @throws SalvageException if it does not fit, or the folder lies below a log directory of a broker
     */
    public SalvageDraft open(SalvageSubject subject, long bytes) throws IOException {
        disk.refuseLogDir();
        Path folder = dir.resolve(subject.partition().mirror()).resolve(subject.folder());
        Durable.createFolder(dir, folder);
        leftovers.removeIn(folder);
        disk.require(bytes);
        Path file = claim(folder, subject.name());
        try {
            return new SalvageDraft(this, disk, subject, file);
        } catch (IOException e) {
            drafts.remove(file);
            throw e;
        }
    }

    /** A cut may be tried again under the name of one that was saved whole: that one holds what this one lacks. */
    private Path claim(Path folder, String name) {
        Path file = folder.resolve(name + DATA);
        for (int attempt = 2; Files.exists(file) || !drafts.add(file); attempt++) {
            file = folder.resolve(name + "-" + attempt + DATA);
        }
        return file;
    }

    /** A draft was sealed or given up. */
    void ended(Path file) {
        drafts.remove(file);
        try {
            leftovers.removeBeside(file);
        } catch (IOException e) {
            LOG.warn("what is left of {} could not be removed; the next salvage of its partition tries again", file, e);
        }
    }

    /** Under which name this node writes a file until it is whole. */
    Path draftOf(Path file) {
        return leftovers.draftOf(file);
    }

    static Path manifestOf(Path file) {
        return file.resolveSibling(file.getFileName() + SalvageManifest.SUFFIX);
    }

    static Path dataOf(Path manifest) {
        String name = manifest.getFileName().toString();
        return manifest.resolveSibling(name.substring(0, name.length() - SalvageManifest.SUFFIX.length()));
    }

    static String nameOf(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - DATA.length());
    }

    /** Returns whole salvages of this node, as they lie here now; those that are not are logged and left out. */
    public List<SalvageManifest> list() throws IOException {
        List<SalvageManifest> found = new ArrayList<>();
        for (Path path : files()) {
            if (path.toString().endsWith(MANIFEST)) {
                SalvageManifest manifest = read(path);
                if (manifest != null) {
                    found.add(manifest);
                }
            }
        }
        return found;
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(dir)) {
            return List.of();
        }
        // Of a folder that another thread removes from meanwhile, Files.walk may throw this.
        try (Stream<Path> walk = Files.walk(dir, 3)) {
            return walk.filter(Files::isRegularFile).sorted().toList();
        } catch (UncheckedIOException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }

    private @Nullable SalvageManifest read(Path manifest) {
        Path file = dataOf(manifest);
        try {
            if (!Files.exists(manifest)) {
                // Deleted since the folder was read.
                return null;
            }
            SalvageManifest said = SalvageManifest.parse(Files.readString(manifest));
            if (said.value().nodeId() != owner.nodeId()) {
                return null;
            }
            if (Files.size(file) != said.value().bytes()) {
                throw new IOException(file + " has " + Files.size(file) + " bytes, its manifest says "
                        + said.value().bytes());
            }
            return new SalvageManifest(said.key(), said.value().at(owner.host(), file.toString()));
        } catch (IOException e) {
            LOG.error("{} is no whole salvage and is not listed: {}", file, e.toString());
            return null;
        }
    }

    /** Deletes a salvage that {@link #list} gave. From its first step on, a crash leaves none that is not whole. */
    public void delete(SalvageManifest salvage) throws IOException {
        Path file = Path.of(salvage.value().path());
        Durable.rename(manifestOf(file), draftOf(manifestOf(file)));
        leftovers.removeBeside(file);
    }

    /** Removes what crashes left, of all partitions. */
    public void removeLeftovers() throws IOException {
        for (Path path : files()) {
            leftovers.removeIfLeft(path);
        }
    }
}
