// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.PartitionState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The daemon beside a broker. What it knows dies with it. */
final class SimDaemon {
    final SimCluster cluster;
    final int broker;
    PartitionState state;
    boolean asleep;
    /** Leadership must be looked at again. */
    boolean watch = true;
    /** The wish must be looked at again. */
    boolean wished;

    final Deque<Effect> effects = new ArrayDeque<>();
    final List<Event> inbox = new ArrayList<>();
    final List<Timer> timers = new ArrayList<>();

    @Nullable
    Fetcher fetcher;

    int tries;

    /** A retry that is due at a time. */
    record Timer(long atMs, EffectId id) {}

    /** A fetcher and its one response under way. */
    static final class Fetcher {
        final EffectId id;
        final int leaderEpoch;
        long token;
        long skipTo;

        @Nullable
        Response response;

        boolean reported;

        Fetcher(EffectId id, int leaderEpoch, long token, long skipTo) {
            this.id = id;
            this.leaderEpoch = leaderEpoch;
            this.token = token;
            this.skipTo = skipTo;
        }
    }

    /** Batches read for an end offset. */
    record Response(long expected, List<Batch> batches) {}

    SimDaemon(SimCluster cluster, int broker) {
        this.cluster = cluster;
        this.broker = broker;
        state = new PartitionState.Unknown(cluster.partition);
    }

    void crash() {
        state = new PartitionState.Unknown(cluster.partition);
        effects.clear();
        inbox.clear();
        timers.clear();
        fetcher = null;
        asleep = false;
        watch = true;
        tries = 0;
    }

    boolean ready(long nowMs) {
        return busy() || fetcher != null || timers.stream().anyMatch(timer -> timer.atMs() <= nowMs);
    }

    boolean busy() {
        return !effects.isEmpty() || !inbox.isEmpty() || watch || wished;
    }

    @Override
    public String toString() {
        return cluster.name + broker + (asleep ? " asleep" : "") + " " + state + " effects " + effects + " inbox "
                + inbox;
    }
}
