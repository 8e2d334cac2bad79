// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.engine;

import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Partitions of the state topic as they once were on every broker's disk, as a backup of the hosts holds them.
 *
 * @param segments bytes of their log segments
 */
record OldState(Map<Path, byte[]> segments) {

    /** Copies partitions, which nobody writes to meanwhile. */
    static OldState of(KafkaCluster cluster, Collection<Integer> partitions) throws IOException {
        Map<Path, byte[]> segments = new HashMap<>();
        for (KafkaNode node : cluster.brokers()) {
            for (int partition : partitions) {
                for (Path file : files(node.logDirs().get(0).resolve("__mirror_state-" + partition))) {
                    if (file.toString().endsWith(".log")) {
                        segments.put(file, Files.readAllBytes(file));
                    }
                }
            }
        }
        return new OldState(segments);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    /** Puts them back, in place of what is there. To be called while no broker runs. */
    void restore() throws IOException {
        for (Path folder :
                segments.keySet().stream().map(Path::getParent).distinct().toList()) {
            for (Path file : files(folder)) {
                // It holds the topic's id, without which the broker takes the folder for a stray.
                if (!file.endsWith("partition.metadata")) {
                    Files.delete(file);
                }
            }
        }
        for (Map.Entry<Path, byte[]> segment : segments.entrySet()) {
            Files.write(segment.getKey(), segment.getValue());
        }
    }
}
