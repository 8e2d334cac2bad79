// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.ControllerResign;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** R4: the daemon beside the active controller is dead for good. */
class ControllerWatchTest {
    private static final NodeHealth LIVE = new NodeHealth(NodeHealth.Kind.LIVE, 0);
    private static final NodeHealth SILENT = new NodeHealth(NodeHealth.Kind.SILENT, 20_000);
    private static final NodeHealth NOT_LINKED = new NodeHealth(NodeHealth.Kind.NOT_LINKED, 0);
    private static final NodeHealth UNKNOWN = new NodeHealth(NodeHealth.Kind.UNKNOWN, -1);
    private static final Destination.Quorum LED_BY_2 = new Destination.Quorum(2, 7, Set.of(1, 2, 3));

    private final DutyFixture site = new DutyFixture();
    private long beat = 100;

    @AfterEach
    void close() {
        site.queue.close();
    }

    private static boolean asks(Destination.Quorum quorum, Map<Integer, NodeHealth> nodes) {
        return ControllerWatch.decide(quorum, node -> nodes.getOrDefault(node, UNKNOWN))
                .isPresent();
    }

    @Test
    void onlyASilentOneIsAskedAndOnlyIfAnotherCanTakeOver() {
        assertThat(ControllerWatch.decide(LED_BY_2, node -> node == 2 ? SILENT : LIVE))
                .contains(new ControllerResign(2, 7));
        assertThat(asks(LED_BY_2, Map.of(2, SILENT, 1, LIVE, 3, SILENT))).isTrue();
        assertThat(asks(LED_BY_2, Map.of(2, LIVE, 1, LIVE, 3, SILENT))).isFalse();
        assertThat(asks(LED_BY_2, Map.of(1, LIVE, 3, LIVE))).as("not known yet").isFalse();
        assertThat(asks(LED_BY_2, Map.of(2, NOT_LINKED, 1, LIVE)))
                .as("its bridge could not heed it")
                .isFalse();
        assertThat(asks(LED_BY_2, Map.of(2, SILENT, 1, SILENT, 3, NOT_LINKED))).isFalse();
        assertThat(asks(LED_BY_2, Map.of(2, SILENT, 101, LIVE)))
                .as("not a voter")
                .isFalse();
        assertThat(asks(new Destination.Quorum(2, 7, Set.of(2)), Map.of(2, SILENT)))
                .as("the only voter")
                .isFalse();
        assertThat(asks(new Destination.Quorum(-1, 7, Set.of(1, 2)), Map.of(1, LIVE)))
                .as("no leader")
                .isFalse();
    }

    private void beat(int... nodes) {
        beat++;
        for (int node : nodes) {
            site.states.beat(node, beat, true);
        }
    }

    private static void await(BooleanSupplier condition) {
        assertThat(Poll.until(Duration.ofSeconds(10), condition)).isTrue();
    }

    private void pass(int seconds) {
        site.nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
        beat(1, 3);
    }

    @Test
    @DisplayName("R4: it is asked once in an epoch, and what was asked is taken back once another leads")
    void r4ItIsAskedOnceAndTakenBack() {
        site.destination.nodes(Set.of(1, 2, 3), Set.of(1, 2, 3));
        site.destination.quorum(2, 7, Set.of(1, 2, 3));
        site.states.mirror("m", null, List.of(), List.of());
        site.duty.start();
        site.queue.post(() -> site.duty.led(Set.of(StatePartitions.of("m"))));
        beat(1, 2, 3);
        beat(1, 2, 3);
        await(() -> site.duty.status().mirrors().contains("m"));
        assertThat(site.destination.resigns()).isEmpty();

        pass(16);
        await(() -> site.destination.resigns().equals(List.of("ask 2@7 at 1")));
        site.destination.quorum(3, 8, Set.of(1, 2, 3));
        await(() -> site.destination.resigns().equals(List.of("ask 2@7 at 1", "forget at 1")));

        // It was elected again within the minute: not asked before that is over.
        site.destination.quorum(2, 9, Set.of(1, 2, 3));
        pass(16);
        site.destination.quorum(2, 10, Set.of(1, 2, 3));
        pass(45);
        await(() -> site.destination.resigns().equals(List.of("ask 2@7 at 1", "forget at 1", "ask 2@10 at 1")));
    }
}
