// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.daemon.duty.mirror.SourceAccess;
import io.kmirrord.daemon.source.SourceAdmin;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.statemachine.view.RecordValue.Hop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/** The topics of a source in memory. Thread-safe by one lock. */
public final class FakeTopics implements SourceAccess {
    private final Map<String, ClusterMetadata.Topic> topics = new TreeMap<>();
    private final Map<String, List<Hop>> upstream = new TreeMap<>();
    private final FakeAdmin admin = new FakeAdmin();
    private String clusterId = "source";
    private @Nullable RuntimeException failure;

    /** What surrounds its records. */
    public FakeAdmin admin() {
        return admin;
    }

    public synchronized void clusterId(String id) {
        clusterId = id;
    }

    /** What every question fails with; null: none. */
    public synchronized void fail(@Nullable RuntimeException reason) {
        failure = reason;
    }

    /** Makes or replaces a topic with the leader epochs of its partitions. */
    public synchronized void topic(String name, UUID id, int... leaderEpochs) {
        List<ClusterMetadata.Partition> partitions = new ArrayList<>();
        for (int number = 0; number < leaderEpochs.length; number++) {
            partitions.add(new ClusterMetadata.Partition(
                    number, 1, leaderEpochs[number], List.of(1), List.of(1), Errors.NONE));
        }
        topics.put(
                name,
                new ClusterMetadata.Topic(
                        name,
                        new Uuid(id.getMostSignificantBits(), id.getLeastSignificantBits()),
                        Errors.NONE,
                        name.startsWith("_internal"),
                        partitions));
    }

    /** Lets the source answer an error for a topic. */
    public synchronized void error(String name, Errors error) {
        topics.put(name, new ClusterMetadata.Topic(name, Uuid.ZERO_UUID, error, false, List.of()));
    }

    public synchronized void delete(String name) {
        topics.remove(name);
    }

    public synchronized ClusterMetadata metadata() {
        return new ClusterMetadata(clusterId, Map.of(), List.copyOf(topics.values()));
    }

    @Override
    public synchronized CompletableFuture<ClusterMetadata> allTopics(String mirror) {
        return failure == null
                ? CompletableFuture.completedFuture(metadata())
                : CompletableFuture.failedFuture(failure);
    }

    @Override
    public synchronized CompletableFuture<SourceAdmin> admin(String mirror) {
        return failure == null ? CompletableFuture.completedFuture(admin) : CompletableFuture.failedFuture(failure);
    }

    /** Lets the source have a topic by mirrors; none: of its own. */
    public synchronized void upstream(String topic, Hop... hops) {
        upstream.put(topic, List.of(hops));
        upstream.values().removeIf(List::isEmpty);
    }

    @Override
    public synchronized CompletableFuture<Map<String, List<Hop>>> upstream(String mirror, Map<String, UUID> asked) {
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        Map<String, List<Hop>> found = new TreeMap<>(upstream);
        found.keySet().retainAll(asked.keySet());
        return CompletableFuture.completedFuture(found);
    }
}
