// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import io.kmirrord.bridge.wire.Response.LocalReplica;
import io.kmirrord.bridge.wire.Response.WatchUpdate;
import io.kmirrord.bridge.wire.TopicIdPartition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The watch of one connection: holds at most one update, into which later ones are merged while the peer reads slowly.
 * So the sink never blocks, and memory is bounded by the partitions of the node. Thread-safe.
 */
final class WatchStream implements Consumer<WatchUpdate> {
    private final Runnable onPending;
    private @Nullable WatchUpdate pending;
    private @Nullable AutoCloseable source;
    private boolean closed;

    /**
     * Makes a stream.
     *
     * @param onPending called when an update came to wait where none was; must not block
     */
    WatchStream(Runnable onPending) {
        this.onPending = onPending;
    }

    @Override
    public void accept(WatchUpdate update) {
        synchronized (this) {
            if (closed) {
                return;
            }
            if (pending != null) {
                pending = merge(pending, update);
                return;
            }
            pending = update;
        }
        onPending.run();
    }

    /** Returns the update that waits, once; null if there is none. */
    synchronized @Nullable WatchUpdate take() {
        WatchUpdate taken = pending;
        pending = null;
        return taken;
    }

    /** Keeps the handle to close at the end; returns false if the stream is closed already. */
    synchronized boolean attach(AutoCloseable handle) {
        if (closed) {
            return false;
        }
        source = handle;
        return true;
    }

    /** Ends the stream and returns the handle that the caller must close; null if none is attached. */
    synchronized @Nullable AutoCloseable detach() {
        closed = true;
        pending = null;
        AutoCloseable handle = source;
        source = null;
        return handle;
    }

    /** Returns the one update that has the effect of both, the older first. */
    static WatchUpdate merge(WatchUpdate older, WatchUpdate newer) {
        if (newer.snapshot()) {
            return newer;
        }
        Map<TopicIdPartition, LocalReplica> changed = new LinkedHashMap<>();
        Set<TopicIdPartition> removed = new LinkedHashSet<>(older.removed());
        older.changed().forEach(replica -> changed.put(replica.partition(), replica));
        for (TopicIdPartition partition : newer.removed()) {
            changed.remove(partition);
            removed.add(partition);
        }
        for (LocalReplica replica : newer.changed()) {
            changed.put(replica.partition(), replica);
            removed.remove(replica.partition());
        }
        if (older.snapshot()) {
            removed.clear();
        }
        return new WatchUpdate(
                older.snapshot(),
                newer.metadataOffset(),
                newer.controllerEpoch(),
                new ArrayList<>(changed.values()),
                new ArrayList<>(removed));
    }
}
