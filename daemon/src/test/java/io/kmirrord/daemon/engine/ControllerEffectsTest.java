// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.duty.RequestExpiredException;
import io.kmirrord.daemon.fake.FakeBridge;
import io.kmirrord.daemon.fake.FakeController;
import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.FencePhase;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the daemon beside the active controller is asked, and when nobody needs to be. */
final class ControllerEffectsTest {
    private static final UUID TOPIC = new UUID(1, 2);
    private static final Place PLACE = new Place(new PartitionId("dr", TOPIC, 1), "orders");
    private static final EffectId ID = new EffectId(7, 12, 3);

    private final FakeController controller = new FakeController();
    private final FakeBridge bridge = new FakeBridge();
    private final List<RecordValue.Request> asked = new ArrayList<>();
    /** Nobody answers, as when the daemon beside the controller is dead. */
    private final ControllerEffects effects = new ControllerEffects(
            (mirror, request) -> {
                asked.add(request);
                return new CompletableFuture<>();
            },
            new BridgeEffects(bridge),
            () -> 1_000);

    @BeforeEach
    void describeFromTheController() {
        bridge.rule(controller::answer);
    }

    private CompletableFuture<Event> put(FencePhase phase, boolean decideStop) {
        return effects.putFence(PLACE, new Effect.PutFence(ID, phase, decideStop));
    }

    @Test
    void aCopyThatGoesOnNeedsNoController() {
        controller.fence(TOPIC, "dr;7;PREPARING;-1;1=MIRRORING");

        assertThat(put(FencePhase.MIRRORING, false)).isCompletedWithValue(new Event.FencePut(ID, -1));
        assertThat(asked).isEmpty();
    }

    @Test
    void aFenceThatIsNotThereYetIsAskedFor() {
        assertThat(put(FencePhase.MIRRORING, false)).isNotDone();
        controller.fence(TOPIC, "dr;7;PREPARING;-1;0=MIRRORING");
        assertThat(put(FencePhase.MIRRORING, false)).isNotDone();
        controller.fence(TOPIC, "dr;6;MIRRORING;-1;");
        assertThat(put(FencePhase.MIRRORING, false)).isNotDone();
        controller.fence(TOPIC, "other;7;MIRRORING;-1;");
        assertThat(put(FencePhase.MIRRORING, false)).isNotDone();
        controller.fence(TOPIC, "dr;7;MIRRORING;-1;1=STOPPING");
        assertThat(put(FencePhase.MIRRORING, false)).isNotDone();

        assertThat(asked).hasSize(5);
    }

    @Test
    void otherPhasesAreAlwaysAskedFor() {
        controller.fence(TOPIC, "dr;7;MIRRORING;-1;");

        assertThat(put(FencePhase.STOPPING, true)).isNotDone();
        assertThat(put(FencePhase.PREPARING, false)).isNotDone();
        assertThat(asked).hasSize(2);
    }

    @Test
    void whenNobodyAnswersTheControllersDaemonIsNamed() {
        ControllerEffects unanswered = new ControllerEffects(
                (mirror, request) -> CompletableFuture.failedFuture(new RequestExpiredException("no answer in time")),
                new BridgeEffects(bridge),
                () -> 1_000);

        assertThat(unanswered.raiseEpoch(PLACE, new Effect.RaiseEpoch(ID, 20)))
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfSatisfying(
                        EffectFailure.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.CONTROLLER_UNSERVED));
    }
}
