// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches that every partition of the mirrors of this daemon has an actor until it is stopped as wished, and moves leaderships away from nodes
 * without a working daemon. Partitions of the state topic are moved by the daemon that they move to, since a dead one has
 * nobody with a duty for it. Confined to the queue.
 */
final class Watchdog {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    private static final int MOST_LINES = 20;

    private final MirrorDuty.Parts parts;
    private final Beats beats;
    private final Lasting lasting = new Lasting();
    private final LeaderMoves moves = new LeaderMoves();
    /** Stopped topics that are not described again, since nothing becomes of them any more. */
    private Set<WatchFacts.Wished> settled = Set.of();

    private List<Unowned> unowned = List.of();
    private Map<String, Integer> expected = Map.of();
    private boolean looking;
    private long moved;
    private String problem = "";

    Watchdog(MirrorDuty.Parts parts, Beats beats) {
        this.parts = parts;
        this.beats = beats;
    }

    List<Unowned> unowned() {
        return unowned;
    }

    /** How many partitions each mirror has at the destination, stopped topics left out, as seen last. */
    Map<String, Integer> expected() {
        return expected;
    }

    /** Leaderships that were moved so far. */
    long moved() {
        return moved;
    }

    /** Looks once, unless the look before is still under way; {@code then} runs when it is done. */
    void look(Set<String> mirrors, Runnable then) {
        if (looking) {
            return;
        }
        looking = true;
        Set<WatchFacts.Wished> known = settled;
        parts.queue().then(parts.topic().read(view -> WatchFacts.read(view, mirrors, known)), (facts, failure) -> {
            if (facts == null) {
                failed(failure, then);
                return;
            }
            Set<String> names = new TreeSet<>(facts.topics());
            names.add(parts.stateTopic());
            parts.queue().then(parts.destination().topics(names), (topics, refused) -> {
                if (topics == null) {
                    failed(refused, then);
                } else {
                    looking = false;
                    problem = "";
                    seen(facts, topics);
                    then.run();
                }
            });
        });
    }

    private void failed(@org.jspecify.annotations.Nullable Throwable failure, Runnable then) {
        looking = false;
        String text = StartJob.text(failure);
        if (!text.equals(problem)) {
            LOG.warn("partitions cannot be watched: {}", text);
            problem = text;
        }
        then.run();
    }

    private void seen(WatchFacts facts, Map<String, Destination.Topic> topics) {
        long now = parts.nanos().getAsLong();
        List<Unowned> found = lasting.take(OwnerCheck.of(facts, topics, node -> beats.of(node, now)), now);
        log(found);
        unowned = List.copyOf(found);
        expected = count(facts, topics);
        Set<WatchFacts.Wished> all = new HashSet<>(facts.settled());
        facts.wished().stream()
                .filter(wished -> facts.isSettled(wished, topics.get(wished.topic())))
                .forEach(all::add);
        settled = Set.copyOf(all);
        List<LeaderMoves.Candidate> candidates = new ArrayList<>(ofStateTopic(topics.get(parts.stateTopic()), now));
        for (Unowned one : found) {
            boolean atDaemon =
                    one.reason() == Unowned.Reason.DAEMON_SILENT || one.reason() == Unowned.Reason.BRIDGE_NOT_LINKED;
            Destination.Topic topic = topics.get(one.topic());
            if (atDaemon && topic != null) {
                candidates.add(new LeaderMoves.Candidate(
                        new TopicPartition(one.topic(), one.partition()),
                        topic.partitions().get(one.partition())));
            }
        }
        move(moves.next(candidates, node -> beats.of(node, now).live(), now));
    }

    private static Map<String, Integer> count(WatchFacts facts, Map<String, Destination.Topic> topics) {
        Map<String, Integer> counts = new TreeMap<>();
        for (WatchFacts.Wished wished : facts.wished()) {
            if (wished.stop()) {
                continue;
            }
            Destination.Topic topic = topics.get(wished.topic());
            counts.merge(wished.mirror(), topic == null ? 0 : topic.partitions().size(), Integer::sum);
        }
        return counts;
    }

    private List<LeaderMoves.Candidate> ofStateTopic(
            Destination.@org.jspecify.annotations.Nullable Topic topic, long now) {
        List<LeaderMoves.Candidate> mine = new ArrayList<>();
        if (topic != null) {
            for (Destination.Partition partition : topic.partitions()) {
                NodeHealth leader = partition.leader() < 0 ? null : beats.of(partition.leader(), now);
                boolean broken = leader != null
                        && (leader.kind() == NodeHealth.Kind.SILENT || leader.kind() == NodeHealth.Kind.NOT_LINKED);
                OptionalInt successor = LeaderMoves.successor(
                        partition, node -> beats.of(node, now).live());
                if (broken && successor.isPresent() && successor.getAsInt() == parts.nodeId()) {
                    mine.add(
                            new LeaderMoves.Candidate(new TopicPartition(topic.name(), partition.number()), partition));
                }
            }
        }
        return mine;
    }

    private void move(Map<TopicPartition, List<Integer>> orders) {
        if (orders.isEmpty()) {
            return;
        }
        orders.forEach((partition, order) -> LOG.warn(
                "leadership of {} moves to node {}: the present leader has no working daemon",
                partition,
                order.get(0)));
        parts.queue().then(parts.destination().prefer(orders), (done, failure) -> {
            if (failure == null) {
                moved += orders.size();
            } else {
                LOG.warn("leaderships of {} were not moved: {}", orders.keySet(), StartJob.text(failure));
            }
        });
    }

    private void log(List<Unowned> now) {
        Set<Unowned.Key> before = unowned.stream().map(Unowned::key).collect(Collectors.toSet());
        List<Unowned> fresh =
                now.stream().filter(one -> !before.contains(one.key())).toList();
        fresh.stream()
                .limit(MOST_LINES)
                .forEach(one -> LOG.warn(
                        "mirror {}: {}-{} has no actor: {}",
                        one.mirror(),
                        one.topic(),
                        one.partition() < 0 ? "*" : one.partition(),
                        one.text()));
        if (fresh.size() > MOST_LINES) {
            Map<Unowned.Reason, Integer> rest = new HashMap<>();
            BiConsumer<Unowned.Reason, Integer> add = (reason, count) -> rest.merge(reason, count, Integer::sum);
            fresh.stream().skip(MOST_LINES).forEach(one -> add.accept(one.reason(), 1));
            LOG.warn("and {} more partitions have no actor: {}", fresh.size() - MOST_LINES, rest);
        }
        if (!unowned.isEmpty() && now.isEmpty()) {
            LOG.info("every wished partition has an actor again");
        }
    }
}
