// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes that outlive a power cut. Stateless; blocks. */
public final class Durable {
    private Durable() {}

    /** Writes all of a buffer; a channel may take less at a time. */
    public static void write(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Makes a folder and what is above it up to a root, which are on disk when this returns. */
    public static void createFolder(Path root, Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Files.createDirectories(folder);
        for (Path made = folder.getParent(); made != null && made.startsWith(root); made = made.getParent()) {
            forceFolder(made);
        }
    }

    /** Writes a small file anew. */
    public static void write(Path file, String text) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            write(channel, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        }
    }

    /** Gives a file another name in the same folder, at once; a file of that name is replaced. */
    public static void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceFolder(to.resolveSibling(""));
    }

    /** Makes names that were added to or removed from a folder last. */
    public static void forceFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
