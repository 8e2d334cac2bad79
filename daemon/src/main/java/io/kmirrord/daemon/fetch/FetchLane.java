// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fetch;

import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.FetchPosition;
import io.kmirrord.protocol.FetchResult;
import io.kmirrord.protocol.FetchSession;
import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.WireException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One fetch session and what it is wanted to fetch. One request at a time. Confined to the shard's queue. */
final class FetchLane implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FetchLane.class);
    /** One broken connection is mended unseen; the session backs off before it connects again. */
    private static final int SILENT_FAILURES = 1;

    private final EventQueue queue;
    private final Supplier<FetchSession> opener;
    private final BrokerFetcher owner;
    private final Runnable refresh;
    private final Map<TopicIdPartition, FetchTarget> wanted = new LinkedHashMap<>();
    /** To be named in the next request. */
    private final Set<TopicIdPartition> changed = new HashSet<>();
    /** To be forgotten with the next request. */
    private final Set<TopicIdPartition> removed = new HashSet<>();
    /** Named in a request whose answer brought nothing. */
    private final Set<FetchTarget> cold = new HashSet<>();

    private @Nullable FetchSession session;
    private List<FetchTarget> asked = List.of();
    private boolean waiting;
    private boolean closed;
    private int failures;

    FetchLane(EventQueue queue, Supplier<FetchSession> opener, BrokerFetcher owner, Runnable refresh) {
        this.queue = queue;
        this.opener = opener;
        this.owner = owner;
        this.refresh = refresh;
    }

    void put(FetchTarget target) {
        TopicIdPartition partition = target.position().partition();
        FetchTarget before = wanted.put(partition, target);
        if (before != null) {
            cold.remove(before);
        }
        changed.add(partition);
        removed.remove(partition);
    }

    void remove(TopicIdPartition partition) {
        FetchTarget before = wanted.remove(partition);
        if (before != null) {
            cold.remove(before);
            changed.remove(partition);
            removed.add(partition);
        }
    }

    boolean idle() {
        return !waiting;
    }

    List<FetchTarget> takeCold() {
        List<FetchTarget> taken = List.copyOf(cold);
        taken.forEach(target -> remove(target.position().partition()));
        return taken;
    }

    /** Sends the next request, if there is something to ask and no answer is awaited. */
    void pump() {
        if (waiting || closed || wanted.isEmpty()) {
            return;
        }
        waiting = true;
        asked = List.copyOf(wanted.values());
        List<FetchPosition> positions = new ArrayList<>(changed.size());
        changed.forEach(partition -> {
            FetchTarget target = wanted.get(partition);
            if (target != null) {
                positions.add(target.position());
            }
        });
        List<TopicIdPartition> gone = List.copyOf(removed);
        changed.clear();
        removed.clear();
        CompletableFuture<FetchResult> unused = send(positions, gone).whenComplete((result, problem) -> {
            if (!queue.post(() -> answered(result, problem)) && result != null) {
                result.close();
            }
        });
    }

    private CompletableFuture<FetchResult> send(List<FetchPosition> positions, List<TopicIdPartition> gone) {
        try {
            if (session == null) {
                session = opener.get();
            }
            return session.fetch(positions, gone);
        } catch (RuntimeException e) {
            // A broker that left the cluster: nothing is known of it any more.
            return CompletableFuture.failedFuture(e);
        }
    }

    private void answered(@Nullable FetchResult result, @Nullable Throwable problem) {
        waiting = false;
        if (result == null) {
            failed(problem);
        } else if (closed) {
            result.close();
        } else {
            failures = 0;
            distribute(result);
        }
        asked = List.of();
        owner.idle();
    }

    private void distribute(FetchResult result) {
        Set<FetchTarget> told = new HashSet<>();
        for (FetchedPartition answer : result.partitions()) {
            TopicIdPartition partition = answer.position().partition();
            FetchTarget target = wanted.get(partition);
            if (target == null
                    || changed.contains(partition)
                    || !target.position().equals(answer.position())) {
                answer.close();
                continue;
            }
            if (ends(answer)) {
                told.add(target);
                remove(partition);
                owner.done(partition);
            }
            target.listener().fetched(answer);
        }
        for (FetchTarget target : asked) {
            if (!told.contains(target)
                    && target.equals(wanted.get(target.position().partition()))) {
                cold.add(target);
            }
        }
    }

    private static boolean ends(FetchedPartition answer) {
        return answer.error() != Errors.NONE
                || answer.divergingEpoch() != null
                || answer.records().isReadable();
    }

    private void failed(@Nullable Throwable problem) {
        if (closed) {
            return;
        }
        failures++;
        WireException cause = problem instanceof WireException wire
                ? wire
                : new WireException(ErrorCategory.RETRY, String.valueOf(problem), problem);
        refresh.run();
        // The session keeps what it was told, but a request that never left may not have reached it.
        changed.addAll(wanted.keySet());
        if (failures <= SILENT_FAILURES) {
            LOG.debug("fetch failed, tries again: {}", cause.getMessage());
            return;
        }
        if (session != null) {
            session.close();
            session = null;
        }
        List<FetchTarget> all = List.copyOf(wanted.values());
        for (FetchTarget target : all) {
            remove(target.position().partition());
            owner.done(target.position().partition());
        }
        all.forEach(target -> target.listener().failed(cause));
    }

    @Override
    public void close() {
        closed = true;
        wanted.clear();
        if (session != null) {
            session.close();
        }
    }
}
