// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.daemon.groups.ClusterGroups;
import io.kmirrord.daemon.groups.CommittedOffset;
import io.kmirrord.daemon.groups.GroupList;
import io.kmirrord.daemon.groups.GroupOffsets;
import io.kmirrord.daemon.groups.LogRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Groups and logs of a cluster in memory. Thread-safe by one lock. */
public final class FakeGroups implements ClusterGroups {
    private final Map<String, GroupList.Kind> kinds = new HashMap<>();
    private final Map<String, Map<TopicPartition, CommittedOffset>> offsets = new HashMap<>();
    private final Map<String, String> failed = new HashMap<>();
    private final Map<TopicPartition, LogRange> logs = new HashMap<>();
    private final Set<TopicPartition> growing = new HashSet<>();
    private final List<String> problems = new ArrayList<>();
    private @Nullable RuntimeException failure;
    private int rangesAsked;

    /** What every question fails with; null: none. */
    public synchronized void fail(@Nullable RuntimeException reason) {
        failure = reason;
    }

    public synchronized void kind(String group, GroupList.Kind kind) {
        kinds.put(group, kind);
    }

    /** Lists a group no more, as one that may not be described. */
    public synchronized void unlist(String group) {
        kinds.remove(group);
    }

    public synchronized void delete(String group) {
        kinds.remove(group);
        offsets.remove(group);
    }

    public synchronized void commit(String group, TopicPartition partition, CommittedOffset offset) {
        kinds.putIfAbsent(group, GroupList.Kind.EMPTY);
        offsets.computeIfAbsent(group, name -> new HashMap<>()).put(partition, offset);
    }

    public synchronized void log(TopicPartition partition, long start, long end) {
        logs.put(partition, new LogRange(start, end));
    }

    /** Adds a record whenever it is asked for. */
    public synchronized void grow(TopicPartition partition) {
        growing.add(partition);
    }

    /** Makes a group's offsets unreadable; null: readable again. */
    public synchronized void unreadable(String group, @Nullable String why) {
        if (why == null) {
            failed.remove(group);
        } else {
            failed.put(group, why);
        }
    }

    /** Makes a coordinator silent. */
    public synchronized void problem(String why) {
        problems.add(why);
    }

    public synchronized @Nullable CommittedOffset committed(String group, TopicPartition partition) {
        return offsets.getOrDefault(group, Map.of()).get(partition);
    }

    public synchronized GroupList.@Nullable Kind kind(String group) {
        return kinds.get(group);
    }

    /** How many questions for ranges there were. */
    public synchronized int rangesAsked() {
        return rangesAsked;
    }

    @Override
    public synchronized CompletableFuture<GroupList> list() {
        return failure == null
                ? CompletableFuture.completedFuture(new GroupList(kinds, problems))
                : CompletableFuture.failedFuture(failure);
    }

    @Override
    public synchronized CompletableFuture<GroupOffsets> offsets(Set<String> groups) {
        Map<String, Map<TopicPartition, CommittedOffset>> found = new HashMap<>();
        Map<String, String> unread = new HashMap<>();
        for (String group : groups) {
            String why = failed.get(group);
            if (why == null) {
                found.put(group, Map.copyOf(offsets.getOrDefault(group, Map.of())));
            } else {
                unread.put(group, why);
            }
        }
        return CompletableFuture.completedFuture(new GroupOffsets(found, unread));
    }

    @Override
    public synchronized CompletableFuture<Map<TopicPartition, LogRange>> ranges(Set<TopicPartition> partitions) {
        if (!partitions.isEmpty()) {
            rangesAsked++;
        }
        growing.forEach(partition ->
                logs.computeIfPresent(partition, (name, log) -> new LogRange(log.start(), log.end() + 1)));
        Map<TopicPartition, LogRange> found = new HashMap<>(logs);
        found.keySet().retainAll(partitions);
        return CompletableFuture.completedFuture(found);
    }
}
