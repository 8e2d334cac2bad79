// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.source;

import io.kmirrord.statemachine.decision.Failure;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last that the source told. Immutable.
 *
 * @param topics those asked for that exist, by name
 * @param unavailable why a topic asked for is not in {@code topics}, by name
 * @param absentSinceMs since when the source has denied a topic, by name
 * @param obstacle why nothing of this source may be copied at present (another cluster, no permission, ...), or null
 * @param clusterId that answered last, null before the first answer
 */
public record SourceView(
        Map<String, SourceTopic> topics,
        Map<String, Failure> unavailable,
        Map<String, Long> absentSinceMs,
        @Nullable Failure obstacle,
        @Nullable String clusterId) {

    /** Nothing known. */
    public static final SourceView NONE = new SourceView(Map.of(), Map.of(), Map.of(), null, null);

    public SourceView {
        topics = Map.copyOf(topics);
        unavailable = Map.copyOf(unavailable);
        absentSinceMs = Map.copyOf(absentSinceMs);
    }
}
