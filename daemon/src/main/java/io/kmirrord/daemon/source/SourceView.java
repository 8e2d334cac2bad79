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
 * @param denied what topics the source denies that it may still have, by name
 * @param obstacle why nothing of this source may be copied at present (another cluster, no permission, ...), or null
 * @param clusterId that answered last, null before the first answer
 */
public record SourceView(
        Map<String, SourceTopic> topics,
        Map<String, Failure> unavailable,
        Map<String, Denial> denied,
        @Nullable Failure obstacle,
        @Nullable String clusterId) {

    /**
     * A topic that the source says it does not have.
     *
     * @param sinceMs of the first such answer in a row
     * @param answers how many there were
     */
    public record Denial(long sinceMs, int answers) {
        Denial again() {
            return new Denial(sinceMs, answers + 1);
        }
    }

    /** Nothing known. */
    public static final SourceView NONE = new SourceView(Map.of(), Map.of(), Map.of(), null, null);

    public SourceView {
        topics = Map.copyOf(topics);
        unavailable = Map.copyOf(unavailable);
        denied = Map.copyOf(denied);
    }
}
