// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The segment files of a partition directory. Files that the broker is about to swap in or delete are left out. */
final class SegmentFiles {

    private static final Pattern NAME = Pattern.compile("\\d{20}\\.log");

    private SegmentFiles() {}

    /** Returns the segments in offset order, at least one. */
    static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> segments = files.filter(
                            file -> NAME.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .toList();
            if (segments.isEmpty()) {
                throw new IOException(
                        "No segment (20 digits and .log) in " + directory + ": not a partition directory?");
            }
            return segments;
        }
    }

    static long baseOffset(Path segment) {
        return Long.parseLong(segment.getFileName().toString().substring(0, 20));
    }
}
