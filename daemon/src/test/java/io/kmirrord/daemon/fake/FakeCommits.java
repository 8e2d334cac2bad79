// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.daemon.groups.CommittedOffset;
import io.kmirrord.daemon.groups.GroupCommits;
import io.kmirrord.daemon.groups.GroupList;
import io.kmirrord.daemon.groups.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Holds a transactional id in memory, one of several that share it, and commits into groups. Thread-safe. */
public final class FakeCommits implements GroupCommits {
    private final FakeGroups groups;
    private final AtomicReference<Object> holder;
    private final List<Map<String, Map<TopicPartition, OffsetAndMetadata>>> commits = new ArrayList<>();
    private boolean holds;
    private int begun;
    private boolean closed;
    private Runnable beforeCommit = () -> {};
    private Set<String> denied = Set.of();

    /** @param holder who holds the id, shared by all that want it */
    public FakeCommits(FakeGroups groups, AtomicReference<Object> holder) {
        this.groups = groups;
        this.holder = holder;
    }

    /** Runs between the decision and the next commit. */
    public synchronized void beforeCommit(Runnable event) {
        beforeCommit = event;
    }

    /** Refuses commits of groups from now on, as of ones that may not be written. */
    public synchronized void deny(Set<String> groups) {
        denied = Set.copyOf(groups);
    }

    public synchronized List<Map<String, Map<TopicPartition, OffsetAndMetadata>>> commits() {
        return List.copyOf(commits);
    }

    public synchronized int begun() {
        return begun;
    }

    public synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized CompletableFuture<Void> begin() {
        begun++;
        holder.set(this);
        holds = true;
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized boolean holds() {
        return holds;
    }

    @Override
    public synchronized CompletableFuture<Map<String, Refusal>> commit(
            Map<String, Map<TopicPartition, OffsetAndMetadata>> asked) {
        beforeCommit.run();
        beforeCommit = () -> {};
        if (holder.get() != this) {
            holds = false;
            return CompletableFuture.failedFuture(new IllegalStateException("fenced"));
        }
        Map<String, Refusal> refused = new HashMap<>();
        asked.forEach((group, offsets) -> {
            if (groups.kind(group) == GroupList.Kind.ACTIVE) {
                refused.put(group, Refusal.MEMBERS);
            } else if (denied.contains(group)) {
                refused.put(group, Refusal.because("not authorized"));
            } else {
                offsets.forEach((partition, offset) -> groups.commit(
                        group,
                        partition,
                        new CommittedOffset(
                                offset.offset(), offset.leaderEpoch().orElse(-1), offset.metadata())));
            }
        });
        commits.add(asked);
        return CompletableFuture.completedFuture(refused);
    }

    @Override
    public synchronized void close() {
        closed = true;
    }
}
