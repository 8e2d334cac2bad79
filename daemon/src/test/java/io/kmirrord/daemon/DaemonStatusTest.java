// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.daemon.metrics.DaemonSnapshot;
import io.kmirrord.protocol.net.NettyResources;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class DaemonStatusTest {
    @Test
    void recordsOfTheStateTopicThatCannotBeReadAreTold() {
        try (NettyResources network = NettyResources.start(1, 1 << 20)) {
            DaemonStatus status = new DaemonStatus(1 << 20, network);
            FakeStateTopic topic = new FakeStateTopic();
            assertThat(stateTopic(status)).isEqualTo(new DaemonSnapshot.StateTopicHealth(false, "not opened yet", 0));
            status.running(
                    topic,
                    () -> CompletableFuture.completedFuture(List.of()),
                    () -> CompletableFuture.completedFuture(List.of()));
            topic.putUnreadable();
            topic.putUnreadable();
            assertThat(stateTopic(status)).isEqualTo(new DaemonSnapshot.StateTopicHealth(true, "", 2));
        }
    }

    private static DaemonSnapshot.StateTopicHealth stateTopic(DaemonStatus status) {
        return status.snapshot().toCompletableFuture().join().stateTopic();
    }
}
