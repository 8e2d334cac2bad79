// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Uuid;

/**
 * What a look at the topic showed. Immutable.
 *
 * @param failure why the cluster could not be asked; empty if it answered
 * @param id of the topic of that name, empty if there is none
 * @param readBefore next offset to read, by partition, when the look began
 * @param starts log start offsets of the partitions that answered
 * @param ends HW of the partitions that answered
 */
record Sighting(
        String failure,
        Optional<Uuid> id,
        Map<Integer, Long> readBefore,
        Map<Integer, Long> starts,
        Map<Integer, Long> ends) {
    Sighting {
        readBefore = Map.copyOf(readBefore);
        starts = Map.copyOf(starts);
        ends = Map.copyOf(ends);
    }

    static Sighting failed(String failure) {
        return new Sighting(failure, Optional.empty(), Map.of(), Map.of(), Map.of());
    }
}
