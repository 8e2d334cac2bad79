// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.mirror.DaemonProcess;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;

/** Draws which process is killed next: each kind in every round, in random order, and a random one of its kind. */
final class Victims {
    private static final Duration SOON = Duration.ofMinutes(2);

    /** What is killed. */
    enum Kind {
        DAEMON,
        DESTINATION_BROKER,
        /** The active one, which is a broker too. */
        DESTINATION_CONTROLLER,
        SOURCE_BROKER,
        SOURCE_CONTROLLER
    }

    /** One process. */
    record Victim(Kind kind, String name, Runnable kill, Runnable restart) {}

    private final MirrorFixture fixture;
    private final Random random;
    private final Deque<Kind> round = new ArrayDeque<>();

    Victims(MirrorFixture fixture, Random random) {
        this.fixture = fixture;
        this.random = random;
    }

    Victim next() {
        if (round.isEmpty()) {
            List<Kind> kinds = Arrays.asList(Kind.values());
            Collections.shuffle(kinds, random);
            round.addAll(kinds);
        }
        Kind kind = round.pop();
        return switch (kind) {
            case DAEMON -> daemon();
            case DESTINATION_BROKER -> node(kind, oneOf(fixture.destination().brokers()));
            case DESTINATION_CONTROLLER -> node(kind, activeController(fixture.destination()));
            case SOURCE_BROKER -> node(kind, oneOf(fixture.source().brokers()));
            case SOURCE_CONTROLLER -> node(kind, activeController(fixture.source()));
        };
    }

    private <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private Victim daemon() {
        DaemonProcess daemon = oneOf(List.copyOf(fixture.daemons().byNode().values()));
        return new Victim(Kind.DAEMON, daemon.name(), daemon::kill, daemon::start);
    }

    private static Victim node(Kind kind, KafkaNode node) {
        return new Victim(kind, node.toString(), node::kill, node::start);
    }

    private static KafkaNode activeController(KafkaCluster cluster) {
        try (Admin admin = cluster.admin()) {
            return Poll.some(SOON, () -> askActive(admin).filter(id -> id >= 0))
                    .map(cluster::node)
                    .orElseThrow(() -> new AssertionError(cluster + " has no active controller"));
        }
    }

    private static Optional<Integer> askActive(Admin admin) {
        try {
            return Optional.of(admin.describeMetadataQuorum().quorumInfo().get().leaderId());
        } catch (ExecutionException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Waits until every replica of every topic of a cluster is in sync: it survives the next death then. */
    static void awaitInSync(KafkaCluster cluster) {
        try (Admin admin = cluster.admin()) {
            assertThat(Poll.until(SOON, () -> lagging(admin).isEmpty()))
                    .as(() -> "replicas of " + cluster + " do not come back: " + lagging(admin))
                    .isTrue();
        }
    }

    private static List<String> lagging(Admin admin) {
        try {
            var names = admin.listTopics(new ListTopicsOptions().listInternal(true))
                    .names()
                    .get();
            return admin.describeTopics(names).allTopicNames().get().values().stream()
                    .flatMap(topic -> topic.partitions().stream()
                            .filter(partition -> partition.isr().size()
                                    < partition.replicas().size())
                            .map(partition -> topic.name() + "-" + partition))
                    .toList();
        } catch (ExecutionException e) {
            return List.of(e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
