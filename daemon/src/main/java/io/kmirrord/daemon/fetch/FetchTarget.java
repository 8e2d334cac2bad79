// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fetch;

import io.kmirrord.protocol.FetchPosition;

/**
 * One fetch that is wanted: where, and who is told. Compared by identity.
 *
 * @param position as sent to the source
 * @param listener told on the shard's queue
 */
public record FetchTarget(FetchPosition position, FetchListener listener) {
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
