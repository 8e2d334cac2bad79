// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import io.kmirrord.statemachine.settings.GroupSettings;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.kafka.Problems;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles group offsets of partitions that are about to open (F19): whoever synced them until now is fenced, then what lies
 * outside of the log is brought into it, or the first local records would be skipped. Partitions that stop together are
 * settled together.
 *
 * <p>A stop never waits for it longer than its patience: coordinators that are down would hold up a failover. What is not
 * settled then is logged. Thread-safe.
 */
public final class StopSettling {
    private static final Logger LOG = LoggerFactory.getLogger(StopSettling.class);
    private static final long AGAIN_MS = 200;

    private final GroupType type;
    private final StateTopic topic;
    private final ClusterGroups groups;
    private final GroupFencing fencing;
    private final Function<String, GroupCommits> commits;
    private final Duration patience;
    private final Map<String, Pass> next = new HashMap<>();
    private final Map<String, Pass> running = new HashMap<>();

    /** Partitions that are settled together. */
    private static final class Pass {
        final Set<TopicPartition> partitions = new HashSet<>();
        final CompletableFuture<Void> done = new CompletableFuture<>();
        volatile String problem = "no answer yet";
    }

    /**
     * Makes it.
     *
     * @param type of the groups
     * @param groups of the destination, of that type
     * @param commits makes what is closed after use, by mirror
     * @param patience of a stop
     */
    public StopSettling(
            GroupType type,
            StateTopic topic,
            ClusterGroups groups,
            GroupFencing fencing,
            Function<String, GroupCommits> commits,
            Duration patience) {
        this.type = type;
        this.topic = topic;
        this.groups = groups;
        this.fencing = fencing;
        this.commits = commits;
        this.patience = patience;
    }

    /** Settles a partition whose state STOPPING is recorded. Idempotent; never fails. */
    public CompletableFuture<Void> settle(String mirror, TopicPartition partition) {
        Pass pass;
        synchronized (this) {
            pass = next.computeIfAbsent(mirror, name -> new Pass());
            pass.partitions.add(partition);
        }
        go(mirror);
        return pass.done;
    }

    private void go(String mirror) {
        Pass pass;
        synchronized (this) {
            if (running.containsKey(mirror) || !next.containsKey(mirror)) {
                return;
            }
            pass = next.remove(mirror);
            running.put(mirror, pass);
        }
        CompletableFuture.delayedExecutor(patience.toNanos(), TimeUnit.NANOSECONDS)
                .execute(() -> giveUp(mirror, pass));
        attempt(mirror, pass);
    }

    private void attempt(String mirror, Pass pass) {
        CompletableFuture<Void> unused = fencing.fence(mirror)
                .thenCompose(fenced -> look(mirror, pass))
                .thenCompose(found -> found.commits().isEmpty() ? found.whole() : commit(mirror, pass))
                .whenComplete((nothing, problem) -> {
                    if (problem == null) {
                        ended(mirror, pass);
                    } else if (!pass.done.isDone()) {
                        pass.problem = Problems.text(Problems.unwrap(problem));
                        CompletableFuture.delayedExecutor(AGAIN_MS, TimeUnit.MILLISECONDS)
                                .execute(() -> attempt(mirror, pass));
                    }
                });
    }

    private void giveUp(String mirror, Pass pass) {
        if (!pass.done.isDone()) {
            LOG.warn(
                    "mirror {}: offsets of {} in {} partitions were not settled in {} s, and these open all the same: {}."
                            + " Compare the offsets of groups with the ends of {}",
                    mirror,
                    type.subject(),
                    pass.partitions.size(),
                    patience.toSeconds(),
                    pass.problem,
                    pass.partitions);
            ended(mirror, pass);
        }
    }

    private void ended(String mirror, Pass pass) {
        synchronized (this) {
            if (!running.remove(mirror, pass)) {
                return;
            }
        }
        pass.done.complete(null);
        go(mirror);
    }

    /**
     * What is to be committed, of what is read now.
     *
     * @param unseen why something could not be read for the time being
     */
    private record Found(Map<String, Map<TopicPartition, OffsetAndMetadata>> commits, List<String> unseen) {
        /** Fails if something could not be read: it is tried again. */
        CompletableFuture<Void> whole() {
            return unseen.isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : CompletableFuture.failedFuture(
                            new IllegalStateException("not all could be read: " + String.join("; ", unseen)));
        }
    }

    private CompletableFuture<Found> look(String mirror, Pass pass) {
        return topic.readToEnd(view -> GroupFacts.read(view, mirror, type)).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(new Found(Map.of(), List.of()));
            }
            GroupFacts facts = found.get();
            return groups.list()
                    .thenCompose(local -> groups.offsets(StopRound.wanted(scope(facts.settings()), local))
                            .thenCompose(present -> groups.logs(touched(present, pass))
                                    .thenApply(logs -> new Found(
                                            StopRound.commits(facts, present, logs.ranges()),
                                            StopRound.unseen(local, present, logs)))));
        });
    }

    private static Set<TopicPartition> touched(GroupOffsets present, Pass pass) {
        Set<TopicPartition> touched = new HashSet<>();
        present.offsets().values().forEach(offsets -> touched.addAll(offsets.keySet()));
        touched.retainAll(pass.partitions);
        return touched;
    }

    private static @Nullable GroupScope scope(@Nullable GroupSettings settings) {
        try {
            return settings == null ? null : new GroupScope(settings);
        } catch (IllegalArgumentException e) {
            // Patterns that nobody can read cannot have been synced by; a stop goes on all the same.
            return null;
        }
    }

    private CompletableFuture<Void> commit(String mirror, Pass pass) {
        GroupCommits holder = commits.apply(mirror);
        return holder.begin()
                .thenCompose(begun -> look(mirror, pass))
                .thenCompose(found -> holder.commit(found.commits()).thenCompose(refused -> {
                    if (!refused.isEmpty()) {
                        LOG.warn("mirror {}: offsets of groups stay outside of the log: {}", mirror, refused);
                    }
                    return found.whole();
                }))
                .whenComplete((nothing, problem) -> holder.close());
    }
}
