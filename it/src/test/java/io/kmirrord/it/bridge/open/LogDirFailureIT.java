// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.it.bridge.ops.Batches;
import io.kmirrord.it.bridge.ops.MirrorTopic;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A log directory that breaks under an append. */
final class LogDirFailureIT {
    private static final int NODE = 1;
    private static final int BATCH_BYTES = 400_000;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @Test
    @DisplayName(
            "R12: an append that meets a broken log dir fails with STORAGE_ERROR; the broker and the other dir go on")
    void r12ABrokenLogDirFailsItsPartitionsAlone() throws Exception {
        BridgeCluster bridges = BridgeCluster.start(
                CLUSTERS, "dirs", KafkaCluster.builder().version("4.4.0").logDirsPerBroker(2));
        KafkaNode node = bridges.kafka().node(NODE);
        // The first dir holds the metadata log too: its loss ends any broker.
        Path second = node.logDirs().get(1);
        MirrorTopic breaks = topicIn(bridges, second, "breaks");
        MirrorTopic stays = topicIn(bridges, node.logDirs().get(0), "stays");
        breaks.begin();
        stays.begin();
        breaks.append(0, Batches.large(0, 1, BATCH_BYTES));
        stays.append(0, Batches.plain(0, 2, 1, "x"));

        // The next roll finds a file where the partition's directory was.
        Path dir = second.resolve(breaks.name() + "-0");
        Files.move(dir, second.resolveSibling("moved-away"));
        Files.createFile(dir);
        BridgeException refused = Assertions.catchThrowableOfType(BridgeException.class, () -> {
            for (int offset = 1; offset < 10; offset++) {
                breaks.append(offset, Batches.large(offset, 1, BATCH_BYTES));
            }
        });
        assertThat(refused).as("a segment of 1 MiB was rolled").isNotNull();
        assertThat(refused.code()).isEqualTo(ErrorCode.STORAGE_ERROR);
        BridgeCluster.until(
                "the log dir is offline",
                () -> Files.readString(node.logFile()).contains("Stopping serving logs in dir " + second));

        assertThat(stays.append(2, Batches.plain(2, 2, 1, "x")).logEndOffset()).isEqualTo(4);
        stays.awaitHighWatermark(4);
        BridgeException later = bridges.refusal(NODE, breaks.appendRequest(3, Batches.plain(3, 1, 1, "x")));
        assertThat(later.code())
                .isIn(ErrorCode.STORAGE_ERROR, ErrorCode.NOT_LEADER, ErrorCode.UNKNOWN_PARTITION, ErrorCode.TOKEN_DEAD);
        assertThat(node.isAlive()).isTrue();
    }

    /** Makes topics until one has its log in the directory. */
    private static MirrorTopic topicIn(BridgeCluster bridges, Path dir, String name) throws BridgeException {
        for (int i = 0; i < 10; i++) {
            MirrorTopic topic =
                    MirrorTopic.create(bridges, name + i, 1, Map.of("segment.bytes", Integer.toString(1 << 20)));
            topic.awaitLeader();
            if (Files.isDirectory(dir.resolve(topic.name() + "-0"))) {
                return topic;
            }
        }
        throw new AssertionError("no topic of 10 has its log in " + dir);
    }
}
