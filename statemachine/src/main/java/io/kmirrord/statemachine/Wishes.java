// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.PartitionState.Led;
import java.util.function.Function;

/** What every led state does with a wish before it looks at its own part. */
final class Wishes {

    private Wishes() {}

    /** Takes a newer wish over, then lets the state act on it; else takes the settings over. */
    static Step take(Led state, Event.WishChanged event, Function<Led, Step> act) {
        Core core = state.core();
        boolean newer = event.wish().replaces(core.wish());
        Led taken = state.with(core.withWish(newer ? event.wish() : core.wish(), event.settings()));
        if (newer) {
            return act.apply(taken);
        }
        return core.settings().equals(event.settings())
                ? Step.ignore(state, "nothing new is wished")
                : Step.move(taken, "settings changed");
    }

    /** For a state that goes on with its job and acts on anything but a stop when it is done. */
    static Step stopOrGoOn(Led taken, Moment now) {
        return taken.core().mustStop()
                ? Entry.stopping(taken.core(), now, "stop wished")
                : Step.move(taken, "wished " + taken.core().wish().desired() + ": acted on when this job is done");
    }
}
