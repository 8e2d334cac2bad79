// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Leaders;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Sites;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.DaemonProcess;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Kills and moves in the middle of a copy, on one pair of clusters: a source of 2 brokers, a destination of 3. */
class RecoveryIT {
    private static final List<String> TOPICS =
            List.of("kill-destination-leader", "kill-daemon", "kill-source-leader", "move-leaders", "stop-daemon");
    private static final int FORCED_MOVES = 20;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;

    @BeforeAll
    static void start() {
        fixture = Sites.twoToThree(CLUSTERS, TOPICS);
    }

    @Test
    void killedDestinationLeader() throws Exception {
        try (Copy copy = Copy.start(fixture, "kill-destination-leader", 3)) {
            KafkaNode leader = fixture.destinationLeader(copy.partition(0));
            leader.kill();
            copy.awaitProgress(0);
            leader.start();
            copy.awaitProgress(0);
            copy.requireEqual();
        }
    }

    @Test
    void killedDaemon() throws Exception {
        try (Copy copy = Copy.start(fixture, "kill-daemon", 3)) {
            DaemonProcess daemon = fixture.actingDaemon(copy.partition(0));
            daemon.kill();
            copy.awaitProgress(otherLed(copy));
            daemon.start();
            copy.awaitProgress(0);
            copy.requireEqual();
        }
    }

    /** A partition whose leader is another broker than that of partition 0. */
    private static int otherLed(Copy copy) {
        int dead = fixture.destinationLeader(copy.partition(0)).id();
        for (int partition = 1; partition < 3; partition++) {
            if (fixture.destinationLeader(copy.partition(partition)).id() != dead) {
                return partition;
            }
        }
        throw new AssertionError("broker " + dead + " leads all partitions: the test needs two leaders");
    }

    @Test
    void killedSourceLeader() throws Exception {
        try (Copy copy = Copy.start(fixture, "kill-source-leader", 2)) {
            KafkaNode leader = fixture.sourceLeader(copy.partition(0));
            leader.kill();
            copy.awaitProgress(0);
            copy.awaitProgress(1);
            leader.start();
            copy.awaitProgress(0);
            copy.requireEqual();
        }
    }

    @Test
    void twentyForcedLeaderChanges() throws Exception {
        Leaders leaders = new Leaders(fixture.destinationOffsets().admin());
        try (Copy copy = Copy.start(fixture, "move-leaders", 1)) {
            for (int move = 0; move < FORCED_MOVES; move++) {
                leaders.moveOn(copy.partition(0));
                copy.awaitProgress(0);
            }
            copy.requireEqual();
        }
    }

    @Test
    void aDaemonThatSleptThroughALeaderChangeAppendsNothing() throws Exception {
        Leaders leaders = new Leaders(fixture.destinationOffsets().admin());
        try (Copy copy = Copy.start(fixture, "stop-daemon", 1)) {
            int before = fixture.destinationLeader(copy.partition(0)).id();
            DaemonProcess sleeper = fixture.daemons().beside(before);
            sleeper.pause();
            try {
                assertThat(leaders.moveOn(copy.partition(0))).isNotEqualTo(before);
                copy.awaitProgress(0);
                // Back at its broker, so that what it wakes up with meets a leader: with another epoch and another end.
                leaders.moveTo(copy.partition(0), before);
            } finally {
                sleeper.resume();
            }
            copy.awaitProgress(0);
            assertThat(sleeper.isAlive()).isTrue();
            copy.requireEqual();
        }
    }
}
