// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.source.SourceAdmin;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.statemachine.view.RecordValue.Hop;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** What the duties ask of the sources. Thread-safe; does not block. Messages of failures are shown to operators. */
public interface SourceAccess {

    /** Asks a mirror's source for every topic that its principal may describe. */
    CompletableFuture<ClusterMetadata> allTopics(String mirror);

    /** A mirror's source, to be asked for what surrounds its records. */
    CompletableFuture<SourceAdmin> admin(String mirror);

    /** Asks by which mirrors a mirror's source has topics, by topic; those that it has of its own are left out. */
    CompletableFuture<Map<String, List<Hop>>> upstream(String mirror, Map<String, UUID> topics);
}
