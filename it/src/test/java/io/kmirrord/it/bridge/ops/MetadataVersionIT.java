// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Brokers 4.4.0 on older metadata versions (F22), many partitions at once (R9) and a full disk (R12). */
final class MetadataVersionIT {
    private static final int NODE = 1;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @ParameterizedTest
    @ValueSource(strings = {"4.0-IV0", "4.1-IV1"})
    void f22RecordsAreWrittenAtTheFinalizedVersionAndSurviveAKill(String metadataVersion) throws BridgeException {
        BridgeCluster bridges = BridgeCluster.start(
                CLUSTERS,
                "mv-" + metadataVersion,
                KafkaCluster.builder().version("4.4.0").metadataVersion(metadataVersion));
        MirrorTopic topic = MirrorTopic.create(bridges, "old", 1, Map.of());
        topic.begin();
        topic.append(0, Batches.plain(0, 3, 1, "x"));
        topic.ensureEpoch(1 << 20);
        topic.phase(Phase.STOPPING, -1);
        bridges.write(new Request.ReserveProducerIds(70_000));

        bridges.kafka().node(NODE).kill();
        bridges.kafka().node(NODE).start();
        Response.PartitionDescription state = topic.leaderState();
        assertThat(state.leaderEpoch()).isGreaterThanOrEqualTo(1 << 20);
        assertThat(state.logEndOffset()).isEqualTo(3);
        assertThat(bridges.call(NODE, new Request.Describe(List.of()), Response.Description.class)
                        .fences())
                .containsEntry(topic.id(), topic.fence(Phase.STOPPING, -1));
        assertThat(bridges.kafka().node(NODE).logFile()).content().doesNotContain("fatal fault");
    }

    @Test
    void f22AnUntriedMetadataVersionIsRefusedByEveryOperationOfTheController() throws BridgeException {
        BridgeCluster bridges = BridgeCluster.start(
                CLUSTERS, "mv-3.9", KafkaCluster.builder().version("4.4.0").metadataVersion("3.9-IV0"));
        BridgeException refusal = bridges.refusedByController(new Request.ReserveProducerIds(70_000));
        assertThat(refusal.code()).isEqualTo(ErrorCode.UNSUPPORTED_METADATA_VERSION);
        assertThat(refusal).hasMessageContaining("3.9-IV0").hasMessageContaining("4.0-IV0");
    }

    @Test
    void r9ManyPartitionsAreRaisedInPiecesAndR12AFullDiskHoldsAppends() throws BridgeException {
        BridgeCluster bridges = BridgeCluster.start(
                CLUSTERS,
                "many",
                KafkaCluster.builder().version("4.4.0"),
                Map.of("disk.floor.bytes", "9223372036854775807"));
        int partitions = 600;
        MirrorTopic topic = MirrorTopic.wide(bridges, "many", partitions);
        Map<Integer, Integer> epochs = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            epochs.put(partition, 1000 + partition);
        }
        bridges.write(new Request.EnsureEpoch(topic.ref(), topic.id(), epochs));
        BridgeCluster.until(
                "every leader epoch is raised",
                () -> topic.leaderEpochs(NODE, partitions).equals(epochs));

        topic.begin();
        BridgeException low = topic.refusedAppend(0, Batches.plain(0, 1, 1, "x"));
        assertThat(low.code()).isEqualTo(ErrorCode.DISK_LOW);
        assertThat(low.value()).isPositive();
        assertThat(topic.leaderState().logEndOffset()).isZero();
    }
}
