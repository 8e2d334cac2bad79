// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.bridge.wire.ControllerResign;
import io.kmirrord.daemon.duty.ids.DrainReport;
import io.kmirrord.daemon.duty.ids.Undrained;
import io.kmirrord.daemon.duty.mirror.Destination;
import io.kmirrord.protocol.Endpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;

/** A destination cluster in memory. Thread-safe by one lock. */
public final class FakeDestination implements Destination {
    private final Map<String, Topic> topics = new HashMap<>();
    private final Set<Integer> brokers = new HashSet<>();
    private final Set<Integer> controllers = new HashSet<>();
    private final List<Map<TopicPartition, List<Integer>>> preferred = new ArrayList<>();
    private final List<Long> drained = new ArrayList<>();
    private final List<String> resigns = new ArrayList<>();
    private Quorum quorum = new Quorum(-1, 0, Set.of());
    private Map<Integer, Undrained> undrained = Map.of();

    public synchronized void nodes(Set<Integer> registered, Set<Integer> voters) {
        brokers.clear();
        brokers.addAll(registered);
        controllers.clear();
        controllers.addAll(voters);
    }

    /** Makes or replaces a topic, all partitions on brokers 1, 2 and 3, led by the first. */
    public synchronized void topic(String name, UUID id, int partitions) {
        List<Partition> all = new ArrayList<>();
        for (int number = 0; number < partitions; number++) {
            all.add(new Partition(number, 1, List.of(1, 2, 3), List.of(1, 2, 3)));
        }
        topics.put(name, new Topic(name, id, all));
    }

    public synchronized void topic(Topic topic) {
        topics.put(topic.name(), topic);
    }

    public synchronized void delete(String name) {
        topics.remove(name);
    }

    /** What was asked of {@link #prefer}, in order. */
    public synchronized List<Map<TopicPartition, List<Integer>>> preferred() {
        return List.copyOf(preferred);
    }

    public synchronized int partitions(String name) {
        Topic topic = topics.get(name);
        return topic == null ? 0 : topic.partitions().size();
    }

    /** Nodes at addresses where nobody is. */
    public static Nodes nodesOf(Set<Integer> registered, Set<Integer> voters) {
        Map<Integer, Endpoint> addresses = new HashMap<>();
        registered.forEach(broker -> addresses.put(broker, new Endpoint("broker-" + broker, 9092)));
        return new Nodes(addresses, voters);
    }

    @Override
    public synchronized CompletableFuture<Nodes> nodes() {
        return CompletableFuture.completedFuture(nodesOf(brokers, controllers));
    }

    public synchronized void quorum(int leader, int epoch, Set<Integer> voters) {
        quorum = new Quorum(leader, epoch, voters);
    }

    /** What was asked of {@link #askToResign} and {@link #forgetResign}, in order. */
    public synchronized List<String> resigns() {
        return List.copyOf(resigns);
    }

    @Override
    public synchronized CompletableFuture<Quorum> quorum() {
        return CompletableFuture.completedFuture(quorum);
    }

    @Override
    public synchronized CompletableFuture<Void> askToResign(int broker, ControllerResign resign) {
        resigns.add("ask " + resign.text() + " at " + broker);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletableFuture<Void> forgetResign(int broker) {
        resigns.add("forget at " + broker);
        return CompletableFuture.completedFuture(null);
    }

    /** What is wrong with brokers when they are to be drained; none: they are drained at once. */
    public synchronized void undrained(Map<Integer, Undrained> why) {
        undrained = Map.copyOf(why);
    }

    /** What was asked of {@link #drainProducerIds}, in order. */
    public synchronized List<Long> drained() {
        return List.copyOf(drained);
    }

    @Override
    public synchronized CompletableFuture<DrainReport> drainProducerIds(Nodes nodes, long least, Duration within) {
        drained.add(least);
        return CompletableFuture.completedFuture(new DrainReport(nodes.brokers(), undrained));
    }

    @Override
    public synchronized CompletableFuture<Map<String, Topic>> topics(Set<String> names) {
        Map<String, Topic> found = new HashMap<>(topics);
        found.keySet().retainAll(names);
        return CompletableFuture.completedFuture(found);
    }

    @Override
    public synchronized CompletableFuture<Void> createPartitions(String topic, int total) {
        Topic present = topics.get(topic);
        if (present == null) {
            return CompletableFuture.failedFuture(new IllegalStateException("no topic " + topic));
        }
        topic(topic, present.id(), total);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletableFuture<Void> prefer(Map<TopicPartition, List<Integer>> replicas) {
        preferred.add(Map.copyOf(replicas));
        return CompletableFuture.completedFuture(null);
    }
}
