// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.compare.Offsets;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What cannot be mirrored stops its own partition, says why, and harms nothing else. */
class PartitionFailureIT {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int SEGMENT_BYTES = 1 << 20;
    private static final int OLD_MESSAGES = 5;
    private static final String LARGE = "too-large";
    private static final String OLD = "old-format";

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static KafkaCluster source;
    private static MirrorFixture fixture;

    @BeforeAll
    static void start() throws Exception {
        source = CLUSTERS.start("source", KafkaCluster.builder());
        try (var admin = source.admin()) {
            NewTopic large = new NewTopic(LARGE, 2, (short) 1).configs(Map.of("max.message.bytes", "4194304"));
            // The old messages are of 1970: the default retention would take them on its first round.
            NewTopic old = new NewTopic(OLD, 2, (short) 1).configs(Map.of("retention.ms", "-1"));
            admin.createTopics(List.of(large, old)).all().get();
        }
        write(OLD, 0, 10);
        var broker = source.node(1);
        broker.stop();
        OldFormatSegment.plant(broker.logDirs().get(0).resolve(OLD + "-1"), OLD_MESSAGES);
        broker.start();
        fixture = MirrorFixture.start(
                CLUSTERS, "destination", source, KafkaCluster.builder(), List.of(LARGE, OLD), Map.of());
    }

    @Test
    void anOldMessageFormatFailsItsPartitionAlone() {
        TopicPartition failing = new TopicPartition(OLD, 1);
        assertThat(fixture.sourceOffsets().require(failing))
                .as("the source serves the old messages")
                .isEqualTo(new Offsets(0, OLD_MESSAGES, OLD_MESSAGES));

        assertFails(failing, "format|magic");
        assertStillMirrors(new TopicPartition(OLD, 0));
        assertThat(fixture.destinationOffsets().require(failing)).isEqualTo(new Offsets(0, 0, 0));
    }

    @Test
    void aRecordLargerThanTheSegmentOfTheDestinationFailsItsPartitionAlone() throws Exception {
        write(LARGE, 0, 10);
        write(LARGE, 1, 10);
        fixture.awaitMirrored(List.of(LARGE));
        setSegmentBytes(SEGMENT_BYTES);
        TopicPartition failing = new TopicPartition(LARGE, 0);
        long before = fixture.destinationOffsets().require(failing).highWatermark();

        write(LARGE, 0, 2 * SEGMENT_BYTES);

        assertFails(failing, "segment");
        assertStillMirrors(new TopicPartition(LARGE, 1));
        assertThat(fixture.destinationOffsets().require(failing).highWatermark())
                .as("nothing was appended, and the partition still serves")
                .isEqualTo(before);
        assertThat(fixture.destination().node(1).isAlive()).isTrue();
    }

    private static void assertFails(TopicPartition partition, String reason) {
        Pattern wanted = Pattern.compile(
                Pattern.quote(partition.toString()) + " \\w+ -> FAILED: .*(" + reason + ")", Pattern.CASE_INSENSITIVE);
        assertThat(Poll.until(SOON, () -> wanted.matcher(log(partition)).find()))
                .as(() -> "a line like " + wanted + " in\n" + fixture.daemonLogs())
                .isTrue();
    }

    private static String log(TopicPartition partition) {
        try {
            return Files.readString(fixture.actingDaemon(partition).logFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertStillMirrors(TopicPartition partition) {
        write(partition.topic(), partition.partition(), 100);
        long wanted = fixture.sourceOffsets().require(partition).highWatermark();
        assertThat(Poll.until(SOON, () -> wanted == mirroredTo(partition)))
                .as(() -> partition + " stands at " + mirroredTo(partition) + ", wanted " + wanted + "\n"
                        + fixture.daemonLogs())
                .isTrue();
    }

    private static long mirroredTo(TopicPartition partition) {
        return fixture.destinationOffsets()
                .find(partition)
                .map(Offsets::highWatermark)
                .orElse(-1L);
    }

    private static void setSegmentBytes(int bytes) throws ExecutionException, InterruptedException {
        var set =
                new AlterConfigOp(new ConfigEntry("segment.bytes", Integer.toString(bytes)), AlterConfigOp.OpType.SET);
        fixture.destinationOffsets()
                .admin()
                .incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, LARGE), List.of(set)))
                .all()
                .get();
    }

    private static void write(String topic, int partition, int valueBytes) {
        Records.write(source, new TopicPartition(topic, partition), 1, valueBytes);
    }
}
