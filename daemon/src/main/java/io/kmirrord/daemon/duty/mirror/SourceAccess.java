// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.protocol.ClusterMetadata;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What the duties ask of the sources. Thread-safe; does not block. Messages of failures are shown to operators. */
public interface SourceAccess {

    /** Asks a mirror's source for every topic that its principal may describe. */
    CompletableFuture<ClusterMetadata> allTopics(String mirror);

    /** Asks for the configs that are set on a topic itself: not those that come from its brokers. */
    CompletableFuture<Map<String, String>> ownConfigs(String mirror, String topic);
}
