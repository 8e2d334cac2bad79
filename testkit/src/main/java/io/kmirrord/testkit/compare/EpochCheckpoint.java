// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The epoch cache of a replica as it stands in {@code leader-epoch-checkpoint}: version 0, the number of entries, then
 * one line {@code epoch startOffset} each.
 */
public record EpochCheckpoint(List<Entry> entries) {

    /** First offset that was written in a leader epoch. */
    public record Entry(int epoch, long startOffset) {
        @Override
        public String toString() {
            return epoch + "=" + startOffset;
        }
    }

    public EpochCheckpoint {
        entries = List.copyOf(entries);
    }

    /** Reads the file of a partition directory; a missing or empty file is an empty cache. */
    public static EpochCheckpoint read(Path partitionDirectory) throws IOException {
        Path file = partitionDirectory.resolve("leader-epoch-checkpoint");
        if (!Files.exists(file)) {
            return new EpochCheckpoint(List.of());
        }
        List<String> lines = Files.readAllLines(file);
        if (lines.isEmpty()) {
            return new EpochCheckpoint(List.of());
        }
        if (lines.size() < 2 || !lines.get(0).equals("0")) {
            throw new IOException("Expected version 0 and a count: " + file + " holds " + lines);
        }
        List<Entry> entries = new ArrayList<>();
        for (String line : lines.subList(2, lines.size())) {
            String[] parts = line.split(" ", -1);
            if (parts.length != 2) {
                throw new IOException("Expected 'epoch startOffset', found '" + line + "' in " + file);
            }
            entries.add(new Entry(Integer.parseInt(parts[0]), Long.parseLong(parts[1])));
        }
        if (entries.size() != Integer.parseInt(lines.get(1))) {
            throw new IOException(lines.get(1) + " entries announced, " + entries.size() + " found in " + file);
        }
        return new EpochCheckpoint(entries);
    }

    /**
     * Returns what the cache says about the batches of a range: which epoch begins at which of them. An entry moves
     * to the first batch that ends at or above it: a replica that was built after compaction never saw what was before,
     * and a log that starts inside a batch counts from there. Entries without a batch of their own are gone.
     *
     * @param baseOffsets of all batches of the range, ascending
     * @param lastOffsets of the same batches
     */
    public EpochCheckpoint of(long[] baseOffsets, long[] lastOffsets) {
        List<Entry> present = new ArrayList<>();
        for (Entry entry : entries) {
            int found = Arrays.binarySearch(lastOffsets, entry.startOffset());
            int index = found >= 0 ? found : -found - 1;
            if (index == baseOffsets.length) {
                break;
            }
            long start = baseOffsets[index];
            if (!present.isEmpty() && present.get(present.size() - 1).startOffset() == start) {
                present.remove(present.size() - 1);
            }
            present.add(new Entry(entry.epoch(), start));
        }
        return new EpochCheckpoint(present);
    }

    @Override
    public String toString() {
        return entries.toString();
    }
}
