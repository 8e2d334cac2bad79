// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.Durations;
import io.kmirrord.statemachine.SalvageReason;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A salvage. Immutable.
 *
 * @param fromOffset first offset that the cut removed
 * @param endOffset offset after the last
 * @param crc32c of the file
 * @param path of the file on that host
 * @param saved UTC
 */
public record SalvageRow(
        String mirror,
        String id,
        String topic,
        int partition,
        SalvageReason reason,
        long fromOffset,
        long endOffset,
        long records,
        long batches,
        long bytes,
        int node,
        String host,
        String path,
        String saved,
        UUID topicId,
        long generation,
        int leaderEpoch,
        @Nullable String sourceClusterId,
        long crc32c) {

    public static SalvageRow of(RecordKey.Salvage key, RecordValue.Salvage value) {
        return new SalvageRow(
                key.mirror(),
                key.salvageId(),
                value.topic(),
                value.partition(),
                value.reason(),
                value.fromOffset(),
                value.endOffset(),
                value.records(),
                value.batches(),
                value.bytes(),
                value.nodeId(),
                value.host(),
                value.path(),
                Durations.utc(value.atMs()),
                value.topicId(),
                value.generation(),
                value.leaderEpoch(),
                value.sourceClusterId(),
                value.crc32c());
    }

    String offsets() {
        return fromOffset + ".." + endOffset;
    }
}
