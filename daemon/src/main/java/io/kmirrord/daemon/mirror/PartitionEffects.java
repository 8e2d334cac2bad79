// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.mirror;

import io.kmirrord.daemon.partition.Effect;
import io.kmirrord.protocol.FetchedPartition;

/** Carries out effects. Called on the shard's queue; outcomes come back to the runner as events of that queue. */
interface PartitionEffects {

    /** Appends fetched data, and closes it when the bridge is done with it. */
    void append(PartitionRunner runner, Effect.Append append, FetchedPartition data);

    /** Every other effect. */
    void carryOut(PartitionRunner runner, Effect effect);
}
