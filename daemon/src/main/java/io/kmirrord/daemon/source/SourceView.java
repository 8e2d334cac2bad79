// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.source;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last that the source told. Immutable.
 *
 * @param topics those of the configuration that exist, by name
 * @param unavailable why a topic of the configuration is not in {@code topics}, by name
 * @param obstacle why nothing of this source may be copied at present (another cluster, no permission, ...), or null
 */
public record SourceView(
        Map<String, SourceTopic> topics,
        Map<String, String> unavailable,
        @Nullable String obstacle) {

    /** Nothing known. */
    public static final SourceView NONE = new SourceView(Map.of(), Map.of(), null);

    public SourceView {
        topics = Map.copyOf(topics);
        unavailable = Map.copyOf(unavailable);
    }
}
