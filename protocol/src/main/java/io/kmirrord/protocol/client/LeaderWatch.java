// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.LeaderHint;
import io.kmirrord.protocol.TopicSelection;
import io.kmirrord.protocol.net.Futures;
import io.netty.channel.EventLoop;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the leaders up to date from what fetches tell: hints are taken up at once, other signs of a stale leader lead to
 * one metadata request for all topics concerned, paced by the back-off. Thread-safe.
 */
final class LeaderWatch implements NettyFetchSession.SourceEvents {

    private static final Logger LOG = LoggerFactory.getLogger(LeaderWatch.class);

    private final NettyWireClient client;
    private final KnownCluster cluster;
    private final EventLoop loop;
    /** Topics to refresh; guarded by this. */
    private final Set<String> stale = new HashSet<>();
    /** Whether a refresh is scheduled or under way; guarded by this. */
    private boolean running;
    /** Refreshes without an answer in a row; confined to the loop. */
    private int failures;

    private volatile boolean closed;

    LeaderWatch(NettyWireClient client, KnownCluster cluster, EventLoop loop) {
        this.client = client;
        this.cluster = cluster;
        this.loop = loop;
    }

    @Override
    public void onPartition(FetchedPartition partition) {
        LeaderHint hint = partition.leaderHint();
        if (hint != null) {
            cluster.update(partition.position().partition().topicPartition(), hint);
        }
        boolean routable = hint != null && cluster.broker(hint.brokerId()) != null;
        if (!routable && ErrorCategory.of(partition.error()) == ErrorCategory.REFRESH_METADATA) {
            onBrokerTrouble(List.of(partition.position().partition().topic()));
        }
    }

    @Override
    public void onBrokerTrouble(Collection<String> topics) {
        synchronized (this) {
            stale.addAll(topics);
            if (running || closed) {
                return;
            }
            running = true;
        }
        try {
            loop.execute(this::refresh);
        } catch (RejectedExecutionException e) {
            LOG.debug("no metadata refresh: the network threads have ended", e);
        }
    }

    private void refresh() {
        Set<String> topics;
        synchronized (this) {
            if (stale.isEmpty() || closed) {
                running = false;
                return;
            }
            topics = Set.copyOf(stale);
            stale.clear();
        }
        Futures.onDone(
                client.metadata(new TopicSelection.Names(topics)), metadata -> loop.execute(() -> again(0)), error -> {
                    LOG.warn("leaders of {} topics could not be looked up: {}", topics.size(), error.getMessage());
                    synchronized (this) {
                        stale.addAll(topics);
                    }
                    loop.execute(() -> again(failures + 1));
                });
    }

    private void again(int failuresNow) {
        failures = failuresNow;
        long delayMs = client.config()
                .backoff()
                .delay(failures + 1, client.config().random())
                .toMillis();
        Futures.later(loop, delayMs, this::refresh);
    }

    void close() {
        closed = true;
    }
}
