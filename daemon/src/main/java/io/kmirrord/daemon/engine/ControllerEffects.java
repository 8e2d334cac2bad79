// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.FencePhase;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Outcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Effects that the active controller carries out, by way of the daemon beside it. Thread-safe. */
final class ControllerEffects {
    /** How long a request waits for a controller. What nobody did until then is asked for again by the retry. */
    private static final long EXPIRES_MS = 30_000;

    private final ControllerLink link;
    private final BridgeEffects local;
    private final LongSupplier nowMs;

    ControllerEffects(ControllerLink link, BridgeEffects local, LongSupplier nowMs) {
        this.link = link;
        this.local = local;
        this.nowMs = nowMs;
    }

    /**
     * Puts a fence. A copy that goes on under another leadership finds its fence in place: it needs no controller then, whose
     * daemon may have died together with the one that led before.
     */
    CompletableFuture<Event> putFence(Place place, Effect.PutFence effect) {
        if (effect.phase() != FencePhase.MIRRORING || effect.decideStop()) {
            return askForFence(place, effect);
        }
        return local.fence(place)
                .thenCompose(present -> present.filter(fence -> mirrors(fence, place, effect.id()))
                        .map(fence -> CompletableFuture.<Event>completedFuture(
                                new Event.FencePut(effect.id(), fence.stopEpoch())))
                        .orElseGet(() -> askForFence(place, effect)));
    }

    /** What the node sees was committed, and fences never move back. */
    private static boolean mirrors(Fence fence, Place place, EffectId id) {
        return fence.ref().equals(place.ref(id)) && fence.phaseOf(place.id().partition()) == Phase.MIRRORING;
    }

    private CompletableFuture<Event> askForFence(Place place, Effect.PutFence effect) {
        // A generation begins for the whole topic at once; later phases are reached partition by partition.
        List<Integer> partitions = effect.phase() == FencePhase.PREPARING
                ? List.of()
                : List.of(place.id().partition());
        return fence(place, effect.id(), effect.phase(), partitions, effect.decideStop())
                .thenApply(outcome -> new Event.FencePut(effect.id(), number(outcome, "stopEpoch")));
    }

    CompletableFuture<Event> openPartition(Place place, Effect.OpenPartition effect) {
        return fence(place, effect.id(), FencePhase.STOPPED, List.of(place.id().partition()), false)
                .thenApply(outcome -> new Event.PartitionOpened(effect.id()));
    }

    private CompletableFuture<Outcome> fence(
            Place place, EffectId id, FencePhase phase, List<Integer> partitions, boolean decideStop) {
        RecordValue.Request request = new RecordValue.FenceRequest(
                place.topic(),
                id.generation(),
                place.id().topicId(),
                phase,
                partitions,
                id.leaderEpoch(),
                decideStop,
                nowMs.getAsLong() + EXPIRES_MS);
        return ask(place, request)
                .thenCompose(outcome -> local.inForce(metadataOffset(outcome)).thenApply(nothing -> outcome));
    }

    CompletableFuture<Event> raiseEpoch(Place place, Effect.RaiseEpoch effect) {
        RecordValue.Request request = new RecordValue.EpochRequest(
                place.topic(),
                effect.id().generation(),
                place.id().topicId(),
                Map.of(place.id().partition(), effect.minEpoch()),
                nowMs.getAsLong() + EXPIRES_MS);
        return ask(place, request).thenApply(outcome -> new Event.EpochRaised(effect.id()));
    }

    private CompletableFuture<Outcome> ask(Place place, RecordValue.Request request) {
        return link.ask(place.id().mirror(), request).handle((outcome, problem) -> {
            if (outcome == null) {
                throw new CompletionException(new EffectFailure(
                        FailureCode.CONTROLLER_UNSERVED,
                        "no daemon beside the active controller answered: "
                                + (problem == null ? "" : problem.getMessage())));
            }
            if (!outcome.done()) {
                throw new CompletionException(new EffectFailure(code(outcome), outcome.message()));
            }
            return outcome;
        });
    }

    private static FailureCode code(Outcome outcome) {
        String name = outcome.details().getOrDefault("code", "");
        for (FailureCode code : FailureCode.values()) {
            if (code.name().equals(name)) {
                return code;
            }
        }
        return FailureCode.BRIDGE_REFUSED;
    }

    private static int number(Outcome outcome, String key) {
        @Nullable String text = outcome.details().get(key);
        return text == null ? -1 : Integer.parseInt(text);
    }

    private static long metadataOffset(Outcome outcome) {
        @Nullable String text = outcome.details().get("metadataOffset");
        return text == null ? -1 : Long.parseLong(text);
    }
}
