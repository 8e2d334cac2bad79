// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * A replica on disk.
 *
 * @param name how differences call it, such as {@code destination-2}
 * @param directory its partition directory, {@code <log dir>/<topic>-<partition>}
 * @param logStartOffset as the broker has it, or -1 to take the base offset of the first segment, which is right unless
 *     records were deleted by request
 */
public record Replica(String name, Path directory, long logStartOffset) {

    public Replica(String name, Path directory) {
        this(name, directory, -1);
    }

    /**
     * Finds the replicas of a partition.
     *
     * @param logDirs log dirs of each node by the name that differences shall use; the order is kept
     * @return one replica per node that holds the partition
     */
    public static List<Replica> find(TopicPartition partition, Map<String, List<Path>> logDirs) {
        List<Replica> found = new ArrayList<>();
        logDirs.forEach((name, directories) -> directories.stream()
                .map(directory -> directory.resolve(partition.topic() + "-" + partition.partition()))
                .filter(Files::isDirectory)
                .forEach(directory -> found.add(new Replica(name, directory))));
        return found;
    }
}
