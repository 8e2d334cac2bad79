// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.Event;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Carries out effects that touch nothing of the actor. Thread-safe; does not block. */
interface EffectRunner {

    /**
     * Carries out an effect.
     *
     * @return its answer, empty for an effect without one; fails with {@link EffectFailure} or whatever the bridge, the
     *     source or the state topic failed with. Completes on any thread
     */
    CompletableFuture<Optional<Event>> run(Place place, Effect effect);

    /**
     * Asks the source whether it still has the topic that is copied. Positions are asked for by name: a topic that was created
     * anew looks like one that lost its data.
     *
     * @return fails as {@link #run} when it is another topic, or the source does not answer
     */
    CompletableFuture<Void> confirmTopic(Place place);
}
