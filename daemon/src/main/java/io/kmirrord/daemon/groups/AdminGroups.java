// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import io.kmirrord.statetopic.kafka.Answers;
import io.kmirrord.statetopic.kafka.Problems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsResult;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/** Groups by Kafka's Admin client, which asks every coordinator. */
public final class AdminGroups implements ClusterGroups {
    private static final int RANGES_TIMEOUT_MS = 5_000;

    private final GroupType type;
    private final Supplier<CompletableFuture<Admin>> admin;
    /**
     * Whether groups are asked for together. Brokers before 3.0 answer one at a time, and Kafka's client then asks for one after
     * the other with a back-off in between, which for many groups never ends in its time. Brokers that tell types are new enough.
     */
    private volatile boolean together = true;

    /**
     * Makes one.
     *
     * @param type of the groups
     * @param admin made or given with each question; not closed here
     */
    public AdminGroups(GroupType type, Supplier<CompletableFuture<Admin>> admin) {
        this.type = type;
        this.admin = admin;
    }

    @Override
    public CompletableFuture<GroupList> list() {
        return admin.get()
                .thenApply(Admin::listGroups)
                .thenCompose(asked -> Answers.future(asked.valid())
                        .thenCombine(Answers.future(asked.errors()), (groups, errors) -> {
                            Map<String, GroupList.Kind> kinds = new HashMap<>();
                            groups.forEach(group -> kinds.put(group.groupId(), kind(type, group)));
                            if (!groups.isEmpty()) {
                                together = groups.stream()
                                        .allMatch(group -> group.type().isPresent());
                            }
                            List<String> problems = errors.stream()
                                    .map(problem -> String.valueOf(problem.getMessage()))
                                    .distinct()
                                    .toList();
                            return new GroupList(kinds, problems);
                        }));
    }

    /**
     * What a listed group is to those who ask for a type. Sources before 2.6 tell no state and no type: they have neither other
     * kinds, nor is their state asked for. A state that is new to us is one with members.
     */
    static GroupList.Kind kind(GroupType type, GroupListing group) {
        boolean share = group.type()
                .filter(told -> told == org.apache.kafka.common.GroupType.SHARE)
                .isPresent();
        if (share != (type == GroupType.SHARE)) {
            return GroupList.Kind.OTHER;
        }
        Optional<GroupState> state = group.groupState();
        boolean empty = state.isEmpty() || state.get() == GroupState.EMPTY || state.get() == GroupState.DEAD;
        return empty ? GroupList.Kind.EMPTY : GroupList.Kind.ACTIVE;
    }

    @Override
    public CompletableFuture<GroupOffsets> offsets(Set<String> groups) {
        if (groups.isEmpty()) {
            return CompletableFuture.completedFuture(new GroupOffsets(Map.of(), Map.of()));
        }
        return type == GroupType.SHARE ? starts(groups) : committed(groups);
    }

    private CompletableFuture<GroupOffsets> committed(Set<String> groups) {
        Map<String, Map<TopicPartition, CommittedOffset>> offsets = new HashMap<>();
        Failed failed = new Failed();
        return admin.get()
                .thenApply(made -> together
                        ? List.of(asked(made, groups))
                        : groups.stream()
                                .map(group -> asked(made, Set.of(group)))
                                .toList())
                .thenCompose(calls -> {
                    Map<String, CompletableFuture<Map<TopicPartition, OffsetAndMetadata>>> answers = new HashMap<>();
                    calls.forEach(answers::putAll);
                    return gather(
                            groups,
                            group -> Objects.requireNonNull(answers.get(group)),
                            (group, answer) -> offsets.put(group, committed(answer)),
                            (group, problem) -> failed.add(group, problem));
                })
                .thenApply(nothing -> new GroupOffsets(offsets, failed.why, failed.denied));
    }

    private static Map<String, CompletableFuture<Map<TopicPartition, OffsetAndMetadata>>> asked(
            Admin admin, Set<String> groups) {
        Map<String, ListConsumerGroupOffsetsSpec> specs = new HashMap<>();
        groups.forEach(group -> specs.put(group, new ListConsumerGroupOffsetsSpec()));
        ListConsumerGroupOffsetsResult asked = admin.listConsumerGroupOffsets(specs);
        Map<String, CompletableFuture<Map<TopicPartition, OffsetAndMetadata>>> answers = new HashMap<>();
        groups.forEach(group -> answers.put(group, Answers.future(asked.partitionsToOffsetAndMetadata(group))));
        return answers;
    }

    private CompletableFuture<GroupOffsets> starts(Set<String> groups) {
        Map<String, ListShareGroupOffsetsSpec> specs = new HashMap<>();
        groups.forEach(group -> specs.put(group, new ListShareGroupOffsetsSpec()));
        Map<String, Map<TopicPartition, CommittedOffset>> offsets = new HashMap<>();
        Failed failed = new Failed();
        return admin.get()
                .thenApply(made -> made.listShareGroupOffsets(specs))
                .thenCompose(asked -> gather(
                        groups,
                        group -> Answers.future(asked.partitionsToOffsetInfo(group)),
                        (group, answer) -> offsets.put(group, starts(answer)),
                        (group, problem) -> failed.add(group, problem)))
                .thenApply(nothing -> new GroupOffsets(offsets, failed.why, failed.denied));
    }

    /** Without the epochs, as none can be given when an offset is set. */
    private static Map<TopicPartition, CommittedOffset> starts(Map<TopicPartition, SharePartitionOffsetInfo> answer) {
        Map<TopicPartition, CommittedOffset> starts = new HashMap<>();
        answer.forEach((partition, info) -> {
            // Null, or negative, where the group has not begun to read.
            if (info != null && info.startOffset() >= 0) {
                starts.put(partition, new CommittedOffset(info.startOffset(), -1, ""));
            }
        });
        return starts;
    }

    private static Map<TopicPartition, CommittedOffset> committed(Map<TopicPartition, OffsetAndMetadata> answer) {
        Map<TopicPartition, CommittedOffset> committed = new HashMap<>();
        answer.forEach((partition, offset) -> {
            // Null where nothing is committed.
            if (offset != null) {
                committed.put(
                        partition,
                        new CommittedOffset(
                                offset.offset(), offset.leaderEpoch().orElse(-1), offset.metadata()));
            }
        });
        return committed;
    }

    /** Groups whose offsets could not be read. Confined to one thread at a time. */
    private static final class Failed {
        final Map<String, String> why = new HashMap<>();
        final Set<String> denied = new HashSet<>();

        /** A group that is gone has committed nothing, which is an answer. */
        void add(String group, Throwable problem) {
            String told = String.valueOf(problem.getMessage());
            if (problem instanceof GroupAuthorizationException) {
                denied.add(group);
                why.put(group, told + "; grant Describe on the group to the principal that reads it there");
            } else if (!(problem instanceof GroupIdNotFoundException)) {
                why.put(group, told);
            }
        }
    }

    @Override
    public CompletableFuture<LogStarts> logStarts(Set<TopicPartition> partitions) {
        return partitions.isEmpty()
                ? CompletableFuture.completedFuture(LogStarts.NONE)
                : admin.get().thenCompose(made -> offsets(made, partitions, OffsetSpec.earliest()));
    }

    @Override
    public CompletableFuture<LogRanges> logs(Set<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return CompletableFuture.completedFuture(new LogRanges(Map.of(), Map.of()));
        }
        // The start first: a range whose start is above its end is known to have moved in between.
        return admin.get()
                .thenCompose(made -> offsets(made, partitions, OffsetSpec.earliest())
                        .thenCompose(low -> offsets(made, low.starts().keySet(), OffsetSpec.latest())
                                .thenApply(high -> ranges(low, high))));
    }

    private static LogRanges ranges(LogStarts low, LogStarts high) {
        Map<TopicPartition, LogRange> ranges = new HashMap<>();
        high.starts().forEach((partition, end) -> {
            Long start = low.starts().get(partition);
            if (start != null) {
                ranges.put(partition, new LogRange(start, end));
            }
        });
        Map<TopicPartition, String> failed = new HashMap<>(low.failed());
        failed.putAll(high.failed());
        return new LogRanges(ranges, failed);
    }

    private static CompletableFuture<LogStarts> offsets(Admin admin, Set<TopicPartition> partitions, OffsetSpec spec) {
        Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
        partitions.forEach(partition -> specs.put(partition, spec));
        ListOffsetsResult asked = admin.listOffsets(specs, new ListOffsetsOptions().timeoutMs(RANGES_TIMEOUT_MS));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        Map<TopicPartition, String> failed = new HashMap<>();
        return gather(
                        partitions,
                        partition -> Answers.future(asked.partitionResult(partition)),
                        (partition, answer) -> offsets.put(partition, answer.offset()),
                        (partition, problem) -> failed.put(partition, unread(problem)))
                .thenApply(nothing -> new LogStarts(offsets, failed));
    }

    /** The same of the same cause: a report of it is written when its text changes. */
    private static String unread(Throwable problem) {
        if (problem instanceof TopicAuthorizationException) {
            return Problems.text(problem) + "; grant Describe on the topic to the principal that reads it";
        }
        String told = problem instanceof TimeoutException
                ? "no answer in " + RANGES_TIMEOUT_MS / 1_000 + " s"
                : Problems.text(problem);
        return told + "; see whether the partition has a leader that answers";
    }

    /** Completes when every answer is there; the takers are called one at a time. */
    private static <K, T> CompletableFuture<Void> gather(
            Set<K> keys,
            java.util.function.Function<K, CompletableFuture<T>> ask,
            BiConsumer<K, T> taker,
            BiConsumer<K, Throwable> failure) {
        Object lock = new Object();
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (K key : keys) {
            all.add(ask.apply(key).handle((answer, problem) -> {
                synchronized (lock) {
                    if (problem == null) {
                        taker.accept(key, answer);
                    } else {
                        failure.accept(key, Problems.unwrap(problem));
                    }
                }
                return null;
            }));
        }
        return CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0]));
    }
}
