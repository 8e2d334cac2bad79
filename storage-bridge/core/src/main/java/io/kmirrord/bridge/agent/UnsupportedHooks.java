// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import io.kmirrord.bridge.kafka.HookTarget;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes the node itself where nothing else is woven in. Thread-safe. */
final class UnsupportedHooks implements HookTarget {
    private final Consumer<Object> onSharedServer;

    UnsupportedHooks(Consumer<Object> onSharedServer) {
        this.onSharedServer = onSharedServer;
    }

    @Override
    public void sharedServerBuilt(Object sharedServer) {
        onSharedServer.accept(sharedServer);
    }

    @Override
    public void replicaManagerBuilt(Object replicaManager) {}

    @Override
    public void quorumControllerBuilt(Object quorumController) {}

    @Override
    public void beforeImage(Object delta, Object image) {}

    @Override
    public void afterImage(Object delta, Object image) {}

    @Override
    public @Nullable Object beforeAppend(Object log, int leaderEpoch, Object origin) {
        return null;
    }

    @Override
    public boolean skipsEpochStart(Object log) {
        return false;
    }

    @Override
    public Optional<?> endOfUnknownEpoch(Object log, int epoch) {
        return Optional.empty();
    }

    @Override
    public void leaderMade(Object partition) {}

    @Override
    public void followerMade(Object partition, boolean newLeaderEpoch) {}

    @Override
    public void logSwapped(Object partition) {}

    @Override
    public @Nullable RuntimeException beforeLogStart(Object log, Object reason) {
        return null;
    }

    @Override
    public @Nullable ProduceSplit beforeProduce(Object replicaManager, Object entries, Object callback) {
        return null;
    }
}
