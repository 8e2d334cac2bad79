// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.daemon.source.SourceAdmin;
import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.protocol.BatchHeader;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.statemachine.SourcePosition;
import io.kmirrord.statemachine.view.RecordValue.Hop;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** The source of one mirror, asked for its present state. Thread-safe. */
interface SourceHandle {

    /** Its client. */
    WireClient client();

    /** Id of the cluster that answered last; empty before the first answer. */
    String clusterId();

    /** Asks for every topic that our principal may describe. */
    CompletableFuture<ClusterMetadata> allTopics();

    /** Asks for what surrounds its records. */
    SourceAdmin admin();

    /**
     * Asks for the topic's metadata anew.
     *
     * @return fails with {@link EffectFailure} when the topic is not there, has another id, or the cluster is another
     */
    CompletableFuture<SourceTopic> topic(Place place);

    /** The first batch that ends at or above an offset, empty if there is none. */
    CompletableFuture<Optional<BatchHeader>> batchAt(Place place, SourceTopic topic, long offset);

    /** By which mirrors the source has topics, by topic; those that it has of its own are left out. */
    CompletableFuture<Map<String, List<Hop>>> upstream(Map<String, UUID> topics);

    /** What the source's own state topic says of a mirror of this partition from our cluster. */
    CompletableFuture<SourcePosition> position(Place place);
}
