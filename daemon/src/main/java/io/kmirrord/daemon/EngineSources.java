// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon;

import io.kmirrord.daemon.duty.mirror.SourceAccess;
import io.kmirrord.daemon.engine.Engine;
import io.kmirrord.daemon.source.SourceAdmin;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.statemachine.view.RecordValue.Hop;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The sources that an engine has, for the duties, which exist before it. Thread-safe. */
final class EngineSources implements SourceAccess {
    private volatile @Nullable Engine engine;

    void set(Engine started) {
        engine = started;
    }

    @Override
    public CompletableFuture<ClusterMetadata> allTopics(String mirror) {
        Engine present = engine;
        return present == null ? notYet() : present.allTopics(mirror);
    }

    @Override
    public CompletableFuture<SourceAdmin> admin(String mirror) {
        Engine present = engine;
        return present == null ? notYet() : present.admin(mirror);
    }

    @Override
    public CompletableFuture<Map<String, List<Hop>>> upstream(String mirror, Map<String, UUID> topics) {
        Engine present = engine;
        return present == null ? notYet() : present.upstream(mirror, topics);
    }

    private static <T> CompletableFuture<T> notYet() {
        return CompletableFuture.failedFuture(new IllegalStateException("the daemon is still starting"));
    }
}
