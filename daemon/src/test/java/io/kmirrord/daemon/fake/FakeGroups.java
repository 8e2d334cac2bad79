// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.daemon.groups.ClusterGroups;
import io.kmirrord.daemon.groups.CommittedOffset;
import io.kmirrord.daemon.groups.GroupList;
import io.kmirrord.daemon.groups.GroupOffsets;
import io.kmirrord.daemon.groups.LogRange;
import io.kmirrord.daemon.groups.LogRanges;
import io.kmirrord.daemon.groups.LogStarts;
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
    private final Set<String> denied = new HashSet<>();
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

    /** Makes a log silent. */
    public synchronized void noLog(TopicPartition partition) {
        logs.remove(partition);
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

    /** Makes a group's offsets unreadable to our principal. */
    public synchronized void deny(String group) {
        failed.put(group, "not authorized");
        denied.add(group);
    }

    /** Makes a coordinator silent, whose groups are listed all the same; null: all tell theirs again. */
    public synchronized void problem(@Nullable String why) {
        if (why == null) {
            problems.clear();
        } else {
            problems.add(why);
        }
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
        Set<String> withheld = new HashSet<>(denied);
        withheld.retainAll(unread.keySet());
        return CompletableFuture.completedFuture(new GroupOffsets(found, unread, withheld));
    }

    @Override
    public synchronized CompletableFuture<LogStarts> logStarts(Set<TopicPartition> partitions) {
        Map<TopicPartition, Long> starts = new HashMap<>();
        Map<TopicPartition, String> unread = new HashMap<>();
        for (TopicPartition partition : partitions) {
            LogRange log = logs.get(partition);
            if (log == null) {
                unread.put(partition, "no leader");
            } else {
                starts.put(partition, log.start());
            }
        }
        return CompletableFuture.completedFuture(new LogStarts(starts, unread));
    }

    @Override
    public synchronized CompletableFuture<LogRanges> logs(Set<TopicPartition> partitions) {
        if (!partitions.isEmpty()) {
            rangesAsked++;
        }
        growing.forEach(partition ->
                logs.computeIfPresent(partition, (name, log) -> new LogRange(log.start(), log.end() + 1)));
        Map<TopicPartition, LogRange> found = new HashMap<>(logs);
        found.keySet().retainAll(partitions);
        Map<TopicPartition, String> unread = new HashMap<>();
        partitions.forEach(partition -> {
            if (!found.containsKey(partition)) {
                unread.put(partition, "no leader");
            }
        });
        return CompletableFuture.completedFuture(new LogRanges(found, unread));
    }
}
