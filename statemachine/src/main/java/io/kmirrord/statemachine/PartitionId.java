// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import java.util.UUID;

/**
 * Names a mirror partition. Immutable.
 *
 * @param mirror name of the mirror
 * @param topicId topic id, the same at source and destination
 * @param partition 0 or more
 */
public record PartitionId(String mirror, UUID topicId, int partition) {
    public PartitionId {
        if (mirror.isEmpty() || partition < 0) {
            throw new IllegalArgumentException("mirror '" + mirror + "', partition " + partition
                    + "; accepted: a name of at least one character, a partition of 0 or more");
        }
    }
}
