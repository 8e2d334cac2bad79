// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.Event;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends each effect to what carries it out. Thread-safe. */
final class Effects implements EffectRunner {
    private static final Logger LOG = LoggerFactory.getLogger(Effects.class);

    private final BridgeEffects local;
    private final SourceEffects source;
    private final ControllerEffects controller;
    private final StateEffects states;
    private final Salvage salvage;
    private final GroupSettling settling;

    Effects(
            BridgeEffects local,
            SourceEffects source,
            ControllerEffects controller,
            StateEffects states,
            Salvage salvage,
            GroupSettling settling) {
        this.local = local;
        this.source = source;
        this.controller = controller;
        this.states = states;
        this.salvage = salvage;
        this.settling = settling;
    }

    @Override
    public CompletableFuture<Optional<Event>> run(Place place, Effect effect) {
        return effect instanceof Effect.PersistState persist
                ? states.persist(place, persist)
                : answered(place, effect).thenApply(Optional::of);
    }

    @Override
    public CompletableFuture<Void> confirmTopic(Place place) {
        return source.confirmTopic(place);
    }

    private CompletableFuture<Event> answered(Place place, Effect effect) {
        if (effect instanceof Effect.ReadSourcePosition it) {
            return source.position(place, it);
        }
        if (effect instanceof Effect.AskSourceEpoch it) {
            return source.epochEnd(place, it);
        }
        if (effect instanceof Effect.CompareTail it) {
            return source.compareTail(place, it);
        }
        if (effect instanceof Effect.PutFence it) {
            return controller.putFence(place, it);
        }
        if (effect instanceof Effect.RaiseEpoch it) {
            return controller.raiseEpoch(place, it);
        }
        if (effect instanceof Effect.OpenPartition it) {
            // Before clients may write, and after STOPPING is recorded: who syncs offsets reads that first.
            return settling.settle(place.id().mirror(), SourceEffects.name(place))
                    .thenCompose(settled -> controller.openPartition(place, it));
        }
        if (effect instanceof Effect.MeasureCut it) {
            return salvage.measure(place, it.fromOffset())
                    .thenCombine(
                            source.nextEpoch(place, it.fromOffset()),
                            (bytes, epoch) -> new Event.CutMeasured(it.id(), bytes, epoch));
        }
        if (effect instanceof Effect.Salvage it) {
            return source.clusterId(place)
                    .thenCompose(cluster -> salvage.save(place, it, cluster.orElse(null)))
                    .thenApply(saved -> {
                        LOG.warn("{}: {} bytes were saved before a cut", place, saved.bytes());
                        return new Event.Salvaged(it.id(), saved.end(), saved.records(), saved.bytes());
                    });
        }
        return onLog(place, effect);
    }

    private CompletableFuture<Event> onLog(Place place, Effect effect) {
        if (effect instanceof Effect.DescribeLog it) {
            return local.describeLog(place, it);
        }
        if (effect instanceof Effect.Truncate it) {
            return local.truncate(place, it);
        }
        if (effect instanceof Effect.RestartAt it) {
            return local.restartAt(place, it);
        }
        if (effect instanceof Effect.AwaitBarrier it) {
            return local.awaitBarrier(place, it);
        }
        if (effect instanceof Effect.AwaitHighWatermark it) {
            return local.awaitHighWatermark(place, it);
        }
        if (effect instanceof Effect.AbortOpen it) {
            return local.abortOpen(place, it);
        }
        if (effect instanceof Effect.PutMark it) {
            return local.putMark(place, it);
        }
        throw new IllegalStateException("an effect that the actor carries out itself: " + effect);
    }
}
