// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.statemachine.EffectName;

/**
 * Is told of every effect of every partition, in the order in which they run. Called on the queue of the partition's shard, so
 * on several threads at once, and holds up all partitions of that shard: it does not block, and throws nothing.
 */
public interface EffectObserver {
    /** Looks at nothing. */
    EffectObserver NONE = new EffectObserver() {
        @Override
        public void begins(Place place, EffectName effect) {}

        @Override
        public void ended(Place place, EffectName effect) {}
    };

    /** An effect is about to begin. It may never end, as when the daemon is closed. */
    void begins(Place place, EffectName effect);

    /** An effect was acknowledged or failed. The machine is told next, unless it went on with another leadership meanwhile. */
    void ended(Place place, EffectName effect);
}
