// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.crash;

import static io.kmirrord.it.crash.CrashSite.partition;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Leaders;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.compare.Offsets;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A stop that is wished while a partition is held in the middle of something: its daemon died there and is not back, and the
 * source dies too. The daemon that comes back stops the partition, with what it has.
 */
@Tag("long")
class HeldStopsIT {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int COPIED = 100;
    /** Distance of leader epochs at which the source's is well above. */
    private static final int ABOVE = -5;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static CrashSite site;
    private static MirrorFixture fixture;

    @BeforeAll
    static void start() {
        site = CrashSite.start(CLUSTERS);
        fixture = site.fixture();
    }

    @AfterEach
    void everythingRuns() {
        site.hold(false);
        // A broker is not ready before there is a controller.
        fixture.source().nodes().stream().filter(node -> !node.isAlive()).forEach(KafkaNode::launch);
        fixture.source().nodes().forEach(node -> node.awaitReady(SOON));
    }

    private static void mirrored(String topic) {
        Records.create(fixture.source(), topic, 1, 2);
        Records.write(fixture.source(), topic, 1, COPIED);
        site.mirror(List.of(topic));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "after PREPARING/Fencing PutFence",
                "after PREPARING/Salvaging Salvage",
                "after PREPARING/Cutting Truncate",
                "before PREPARING/ComparingTail CompareTail"
            })
    void whileItIsPrepared(String point) throws Exception {
        String topic = "prepared-" + Integer.toHexString(point.hashCode());
        mirrored(topic);
        site.wish(List.of(topic), Desired.STOPPED);
        site.await(List.of(topic), StateName.STOPPED);
        Records.write(fixture.destination(), topic, 1, 30);
        Records.write(fixture.source(), topic, 1, 20);
        site.hold(true);
        site.order(Map.of(topic, point));
        // The daemon that dies may be the one that would answer.
        fixture.mirrors().askForStart(fixture.mirror(), List.of(topic), false);
        stopWhileHeld(topic, point, StateName.PREPARING);
    }

    @Test
    void whileItsEpochIsRaised() throws Exception {
        String point = "after EPOCH_FENCING PersistState";
        mirrored("raised");
        site.wish(List.of("raised"), Desired.PAUSED);
        site.await(List.of("raised"), StateName.PAUSED);
        Leaders elections = new Leaders(fixture.sourceOffsets().admin());
        TopicPartition partition = partition("raised");
        int epoch = fixture.destinationOffsets().leaderEpoch(partition);
        while (epoch - fixture.sourceOffsets().leaderEpoch(partition) > ABOVE) {
            elections.moveOn(partition);
        }
        site.hold(true);
        site.order(Map.of("raised", point));
        site.wish(List.of("raised"), Desired.MIRRORING);
        stopWhileHeld("raised", point, StateName.EPOCH_FENCING);
    }

    private static void stopWhileHeld(String topic, String point, StateName held) throws Exception {
        site.awaitCrashes(Map.of(topic, point), StateName.MIRRORING);
        assertThat(site.missed()).isEmpty();
        assertThat(site.state(topic).state()).isEqualTo(held);
        fixture.source().nodes().forEach(KafkaNode::kill);
        site.wish(List.of(topic), Desired.STOPPED);
        site.hold(false);
        site.await(List.of(topic), StateName.STOPPED);
        Offsets stopped = fixture.destinationOffsets().require(partition(topic));
        assertThat(stopped.lastStable()).as("no transaction is open").isEqualTo(stopped.highWatermark());
        Records.write(fixture.destination(), topic, 1, 10);
        assertThat(Poll.until(
                        SOON,
                        () -> fixture.destinationOffsets()
                                        .require(partition(topic))
                                        .lastStable()
                                == stopped.highWatermark() + 10))
                .isTrue();
    }
}
