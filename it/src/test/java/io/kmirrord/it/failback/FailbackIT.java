// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.failback;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Records;
import io.kmirrord.testkit.compare.Offsets;
import io.kmirrord.testkit.junit.Clusters;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The old source comes back: it becomes a destination, and later the source again. */
class FailbackIT {
    private static final int PARTITIONS = 3;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static Pair pair;

    @BeforeAll
    static void start() {
        pair = Pair.start(CLUSTERS);
    }

    @Test
    void threeFullCyclesWithWritesOnBothSides() throws Exception {
        Records.create(pair.forth().source(), "orders", PARTITIONS, 3);
        Records.write(pair.forth().source(), "orders", PARTITIONS, 500);
        pair.forth().start("orders", PARTITIONS);
        for (int cycle = 0; cycle < 3; cycle++) {
            failOver("orders", pair.forth(), pair.back());
            failOver("orders", pair.back(), pair.forth());
        }
    }

    /** The destination becomes the source, while the old source is written to still. */
    private static void failOver(String topic, Pair.Way from, Pair.Way to) throws Exception {
        Records.write(from.source(), topic, PARTITIONS, 100);
        from.fixture().awaitMirrored(List.of(topic));
        from.stop(topic, PARTITIONS);
        Map<TopicPartition, Offsets> stopped =
                from.fixture().destinationOffsets().of(List.of(topic));
        Records.write(from.source(), topic, PARTITIONS, 70);
        Records.write(from.fixture().destination(), topic, PARTITIONS, 40);
        long fetched = to.fetchedBytes();
        to.start(topic, PARTITIONS);
        System.out.println("fetched " + (to.fetchedBytes() - fetched) + " bytes; " + stopped);
        assertThat(to.fetchedBytes()).isGreaterThan(fetched);
    }
}
