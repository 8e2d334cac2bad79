// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The directory of the socket. The package of the bridge owns it and makes it setgid, so that the socket gets the
 * daemon's group; it is made again here, with the mode and group that it last had, if it vanishes while the broker runs.
 * Confined to one thread.
 */
final class SocketDirectory {
    private static final int DEFAULT_MODE = 02750;
    private static final int PERMISSION_BITS = 07777;

    private final Path path;
    private int mode = DEFAULT_MODE;
    private @Nullable GroupPrincipal group;

    SocketDirectory(Path path) {
        this.path = path;
    }

    /**
     * Sees to it that the directory is there.
     *
     * @throws IOException if it is missing and can't be made, or belongs to neither this process nor root
     */
    void ensure() throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            remember();
            return;
        }
        Path parent = path.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new IOException("directory " + path + " is missing, and so is the one it lies in; make it as " + "d "
                    + path + " 2750 <broker user> <daemon group> (systemd-tmpfiles), or install the package again");
        }
        try {
            Files.createDirectory(path);
        } catch (IOException e) {
            throw new IOException(
                    "directory " + path + " is missing and can't be made: " + e + "; make it as d " + path
                            + " 2750 <broker user> <daemon group> (systemd-tmpfiles --create)",
                    e);
        }
        GroupPrincipal wanted = group;
        if (wanted != null) {
            Objects.requireNonNull(Files.getFileAttributeView(path, PosixFileAttributeView.class))
                    .setGroup(wanted);
        }
        Files.setAttribute(path, "unix:mode", mode);
    }

    private void remember() throws IOException {
        PosixFileAttributes attributes = Files.readAttributes(path, PosixFileAttributes.class);
        if (!attributes.isDirectory()) {
            throw new IOException(path + " is not a directory; move it away or set another socket.path");
        }
        UserPrincipal self = Files.getOwner(Path.of("/proc/self"));
        UserPrincipal root =
                path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("0");
        if (!attributes.owner().equals(self) && !attributes.owner().equals(root)) {
            throw new IOException("directory " + path + " belongs to "
                    + attributes.owner().getName()
                    + "; accepted: " + self.getName() + " (the broker's user) or root, as whoever owns it can replace "
                    + "the socket");
        }
        mode = (int) Files.getAttribute(path, "unix:mode") & PERMISSION_BITS;
        group = attributes.group();
    }
}
