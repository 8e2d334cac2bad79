// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The path that the bridge listens on. Removes nothing but a socket on which nobody answers, and only while it holds the
 * lock file beside it, so that two bridges given the same path can't take it from each other. Confined to one thread.
 */
final class SocketPlace {
    private static final int BACKLOG = 128;
    private static final int MODE_TYPE = 0170000;
    private static final int MODE_SOCKET = 0140000;

    private final Path path;
    private final Path lockPath;
    private final SocketDirectory directory;
    private @Nullable FileChannel lockFile;
    private @Nullable FileLock lock;
    private @Nullable FileIdentity lockKey;
    private @Nullable FileIdentity boundKey;
    private @Nullable UserPrincipal owner;

    SocketPlace(Path path) {
        this.path = path;
        this.lockPath = path.resolveSibling(path.getFileName() + ".lock");
        this.directory = new SocketDirectory(Objects.requireNonNull(path.getParent()));
    }

    /**
     * Binds.
     *
     * @return a listening, non-blocking channel; the file has mode 0660 and the group of its directory
     * @throws IOException if the place can't be used now; says why and what to do
     */
    ServerSocketChannel bind() throws IOException {
        directory.ensure();
        ensureLock();
        removeIfDead();
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.bind(UnixDomainSocketAddress.of(path), BACKLOG);
            boundKey = keyOf(path);
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw----"));
            owner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
            channel.configureBlocking(false);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Returns the user that this process makes files as; null before the first {@link #bind}. */
    @Nullable
    UserPrincipal owner() {
        return owner;
    }

    /** Returns whether the socket that {@link #bind} made is still what the path leads to. */
    boolean stillThere() throws IOException {
        return boundKey != null && boundKey.equals(keyOf(path)) && lockKey != null && lockKey.equals(keyOf(lockPath));
    }

    /** Removes the socket if it is still ours, and gives up the lock. The channel must be closed by now. */
    void leave() throws IOException {
        if (boundKey != null && boundKey.equals(keyOf(path))) {
            Files.deleteIfExists(path);
        }
        boundKey = null;
        dropLock();
    }

    private void ensureLock() throws IOException {
        if (lock != null && lock.isValid() && lockKey != null && lockKey.equals(keyOf(lockPath))) {
            return;
        }
        dropLock();
        FileChannel file = FileChannel.open(lockPath, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            lock = file.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            file.close();
            throw new IOException("socket " + path + " belongs to another bridge, which holds " + lockPath
                    + "; give every broker of a host its own socket.path");
        }
        lockFile = file;
        lockKey = keyOf(lockPath);
    }

    private void dropLock() throws IOException {
        lock = null;
        lockKey = null;
        FileChannel file = lockFile;
        lockFile = null;
        if (file != null) {
            file.close();
        }
    }

    private void removeIfDead() throws IOException {
        int mode;
        try {
            mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return;
        }
        if ((mode & MODE_TYPE) != MODE_SOCKET) {
            throw new IOException(path + " exists and is not a socket; move it away or set another socket.path");
        }
        FileIdentity probed = keyOf(path);
        if (answers()) {
            throw new IOException("another process answers on " + path
                    + "; the bridge takes no socket that is alive: give every broker of a host its own socket.path");
        }
        if (Objects.equals(probed, keyOf(path))) {
            Files.deleteIfExists(path);
        }
    }

    /** Only a refused connection proves that nobody listens; no permission and a full backlog do not. */
    private boolean answers() throws IOException {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            probe.configureBlocking(false);
            probe.connect(UnixDomainSocketAddress.of(path));
            return true;
        } catch (ConnectException e) {
            return false;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** An inode number alone may be given to another file as soon as this one is gone. */
    private record FileIdentity(@Nullable Object fileKey, FileTime lastModified) {}

    private static @Nullable FileIdentity keyOf(Path path) throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return new FileIdentity(attributes.fileKey(), attributes.lastModifiedTime());
        } catch (NoSuchFileException e) {
            return null;
        }
    }
}
