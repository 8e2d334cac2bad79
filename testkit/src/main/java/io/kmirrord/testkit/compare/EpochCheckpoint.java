// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
     * Returns what the cache says about {@code [from, to)}: the entry in force at {@code from} starts there, entries at
     * or above {@code to} (epochs in which nothing was written) are gone. Of an empty range it says nothing.
     */
    public EpochCheckpoint within(long from, long to) {
        List<Entry> inside = new ArrayList<>();
        for (Entry entry : entries) {
            if (entry.startOffset() >= to || from >= to) {
                continue;
            }
            if (entry.startOffset() <= from) {
                inside.clear();
                inside.add(new Entry(entry.epoch(), from));
            } else {
                inside.add(entry);
            }
        }
        return new EpochCheckpoint(inside);
    }

    @Override
    public String toString() {
        return entries.toString();
    }
}
