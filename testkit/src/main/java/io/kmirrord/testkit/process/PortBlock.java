// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Ports that no other JVM of this user draws from for as long as this one lives: a node that is about to start, or down for a
 * moment, would else find its port given to a node of another JVM. Held by a lock on a file, which the system lets go of
 * however the JVM ends.
 *
 * @param first port
 * @param end behind the last one
 */
record PortBlock(int first, int end) {
    static final int SIZE = 500;

    /** A channel that nobody holds is closed by the collector, and gives its lock back. */
    private static final Queue<FileChannel> HELD = new ConcurrentLinkedQueue<>();

    /**
     * Takes a block for good.
     *
     * @param lowest port that may be given
     * @param highest port that may be given, at least {@code lowest}
     * @return all of them if every block is taken
     */
    static PortBlock take(int lowest, int highest) throws IOException {
        int blocks = (highest + 1 - lowest) / SIZE;
        Path dir = Path.of(System.getProperty("java.io.tmpdir"), "kmirrord-ports-" + System.getProperty("user.name"));
        Files.createDirectories(dir);
        int start = blocks == 0 ? 0 : new Random().nextInt(blocks);
        for (int i = 0; i < blocks; i++) {
            int first = lowest + (start + i) % blocks * SIZE;
            if (lock(dir.resolve(first + ".lock"))) {
                return new PortBlock(first, first + SIZE);
            }
        }
        return new PortBlock(lowest, highest + 1);
    }

    private static boolean lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                HELD.add(channel);
                return true;
            }
        } catch (OverlappingFileLockException e) {
            // Held by this JVM. Closing another channel of the file would give that lock back as well.
            HELD.add(channel);
            return false;
        }
        channel.close();
        return false;
    }
}
