// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.statemachine.Divergence;
import io.kmirrord.statemachine.decision.Failure;

/** What a copy tells the machine of its partition. All but {@link Progressed} and {@link EpochSeen} end the copy. */
public sealed interface CopyReport {

    /** Batches were appended, or the source said that there is nothing new. */
    record Progressed(long end) implements CopyReport {}

    /** The source's metadata shows a leader epoch; the copy waits while ours is not above it. */
    record EpochSeen(int sourceLeaderEpoch) implements CopyReport {}

    /** The source does not contain the copy any more. */
    record Diverged(Divergence divergence, String detail) implements CopyReport {}

    /** The source begins above the end of the copy. */
    record Gap(long end, long sourceLogStart) implements CopyReport {}

    /** Repeating does not help, or did not. */
    record Failed(Failure failure) implements CopyReport {}
}
