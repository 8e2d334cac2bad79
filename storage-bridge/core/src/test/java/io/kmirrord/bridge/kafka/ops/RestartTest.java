// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.TopicIdPartition;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which requests go on with a restart that an earlier call began. */
final class RestartTest {
    private static final MirrorRef REF = new MirrorRef("m", 3);
    private static final TopicIdPartition PARTITION = new TopicIdPartition(new UUID(1, 2), 0);

    private static Request.RestartAt request(int timeoutMs) {
        return new Request.RestartAt(REF, PARTITION, 5, 40, 70, timeoutMs);
    }

    @Test
    void onlyTheVeryRequestIsARepetitionWhateverItsTimeout() {
        Restart restart = new Restart(request(1_000), 4, false);
        assertThat(restart.isOf(request(9))).isTrue();
        assertThat(List.of(
                        new Request.RestartAt(new MirrorRef("m", 4), PARTITION, 5, 40, 70, 1_000),
                        new Request.RestartAt(REF, new TopicIdPartition(new UUID(1, 2), 1), 5, 40, 70, 1_000),
                        new Request.RestartAt(REF, PARTITION, 6, 40, 70, 1_000),
                        new Request.RestartAt(REF, PARTITION, 5, 41, 70, 1_000),
                        new Request.RestartAt(REF, PARTITION, 5, 40, 71, 1_000)))
                .noneMatch(restart::isOf);
    }

    @Test
    void itGoesOnOnlyWhereTheLogIsEmptyAsItWasLeft() {
        Restart emptied = new Restart(request(0), 4, false);
        assertThat(emptied.left(0, 0)).isTrue();
        assertThat(emptied.left(0, 40)).as("appended").isFalse();
        assertThat(emptied.left(40, 40)).as("another's start").isFalse();
        Restart started = new Restart(request(0), 4, true);
        assertThat(started.left(40, 40)).isTrue();
        assertThat(started.left(40, 41)).as("appended").isFalse();
        assertThat(started.left(0, 40)).as("a log that happens to end there").isFalse();
        assertThat(started.left(0, 0)).as("emptied by another").isFalse();
    }
}
