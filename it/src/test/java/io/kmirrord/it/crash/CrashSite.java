// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Equality;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.SavedRecords;
import io.kmirrord.it.fixture.Site;
import io.kmirrord.it.fixture.Sites;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.Position;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.compare.Offsets;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;

/** A pair of clusters whose daemons die on order and are started again, as systemd does. Not thread-safe. */
final class CrashSite implements AutoCloseable {
    private static final Duration SOON = Duration.ofMinutes(4);
    /** For as many crashes of one daemon as a life has topics beside it. */
    private static final Duration CRASHES = Duration.ofMinutes(10);
    /** How long a topic stays where it arrived before its point counts as missed. */
    private static final Duration QUIET = Duration.ofMinutes(1);

    private static final String MIRROR = MirrorFixture.MIRROR;
    private static final long RESTART_MS = 200;

    private final MirrorFixture fixture;
    private final CrashOrders orders;
    private final SavedRecords saved;
    private final ScheduledExecutorService restarts = Executors.newSingleThreadScheduledExecutor();
    private final Map<String, Integer> epochs = new LinkedHashMap<>();
    private final List<String> missed = new ArrayList<>();
    private volatile boolean held;

    private CrashSite(MirrorFixture fixture, CrashOrders orders, SavedRecords saved) {
        this.fixture = fixture;
        this.orders = orders;
        this.saved = saved;
    }

    /** A source of two brokers, a destination of three. */
    static CrashSite start(Clusters clusters) {
        MirrorFixture fixture = MirrorFixture.start(
                clusters,
                "destination",
                Sites.source(clusters),
                Sites.destination(),
                CrashingDaemon.class.getName(),
                List.of(),
                Map.of("mirror.support.unclean.leader.election", "true", "retry.max.attempts", "1000"));
        var daemons = fixture.destination().dir().resolve(Site.DAEMONS);
        CrashSite site = clusters.manage(new CrashSite(
                fixture, new CrashOrders(daemons.resolve(CrashOrders.FOLDER)), new SavedRecords(fixture)));
        var unused =
                site.restarts.scheduleWithFixedDelay(site::startDead, RESTART_MS, RESTART_MS, TimeUnit.MILLISECONDS);
        return site;
    }

    private void startDead() {
        if (!held) {
            fixture.daemons().start();
        }
    }

    MirrorFixture fixture() {
        return fixture;
    }

    SavedRecords saved() {
        return saved;
    }

    /** Whether daemons that died stay dead. */
    void hold(boolean hold) {
        held = hold;
    }

    static TopicPartition partition(String topic) {
        return new TopicPartition(topic, 0);
    }

    /** Writes one batch to each topic. */
    static void write(KafkaCluster cluster, Collection<String> topics, int count) {
        topics.forEach(topic -> Records.write(cluster, topic, 1, count));
    }

    /** Starts topics and waits until they are copied. */
    void mirror(Collection<String> topics) {
        fixture.startTopics(topics);
        await(topics, StateName.MIRRORING);
        fixture.awaitMirrored(topics);
    }

    void wish(Collection<String> topics, Desired desired) {
        fixture.mirrors().wish(MIRROR, topics, desired);
    }

    void await(Collection<String> topics, StateName state) {
        topics.forEach(topic -> {
            try {
                fixture.mirrors().awaitState(MIRROR, topic, 1, state, SOON);
            } catch (AssertionError e) {
                throw new AssertionError(e.getMessage() + "\n" + fixture.daemonLogs(), e);
            }
        });
    }

    Recorded state(String topic) {
        return Objects.requireNonNull(fixture.mirrors().states(MIRROR, topic).get(0), topic);
    }

    /** Orders the crash of each topic, and remembers leader epochs where the topics are there already. */
    void order(Map<String, String> points) {
        points.forEach((topic, point) -> {
            if (!fixture.destinationOffsets().of(List.of(topic)).isEmpty()) {
                epochs.put(topic, fixture.destinationOffsets().leaderEpoch(partition(topic)));
            }
            orders.put(topic, point);
        });
    }

    /**
     * Waits until every ordered crash has happened, or its topic has arrived without it; see {@link #missed()}.
     *
     * @param end where topics arrive, after the last point
     */
    void awaitCrashes(Map<String, String> points, StateName end) {
        missed.clear();
        Map<String, String> left = new LinkedHashMap<>(points);
        AtomicLong movedNanos = new AtomicLong(System.nanoTime());
        boolean settled = Poll.until(CRASHES, () -> {
            boolean crashed = left.keySet().removeIf(orders::isUsed);
            if (crashed || !left.keySet().stream().allMatch(topic -> arrived(topic, end))) {
                movedNanos.set(System.nanoTime());
            }
            return left.isEmpty() || System.nanoTime() - movedNanos.get() > QUIET.toNanos();
        });
        assertThat(settled)
                .as(() -> "never reached: " + left + "; states: "
                        + left.keySet().stream()
                                .map(topic -> topic + " " + fixture.mirrors().describe(MIRROR, topic))
                                .toList()
                        + "\n" + fixture.daemonLogs())
                .isTrue();
        left.forEach((topic, point) -> {
            if (orders.withdraw(topic)) {
                missed.add(point);
            }
        });
    }

    private boolean arrived(String topic, StateName end) {
        Recorded state = fixture.mirrors().states(MIRROR, topic).get(0);
        return state != null && state.state() == end;
    }

    /** Points that the topics of the last wait arrived without, as their daemon died for another topic just then. */
    List<String> missed() {
        return List.copyOf(missed);
    }

    /** Requires the end of a life that goes on: copied on, equal on every replica, epochs above the source's and never fallen. */
    void requireMirroring(Collection<String> topics) {
        await(topics, StateName.MIRRORING);
        write(fixture.source(), topics, 10);
        new Equality(fixture).require(topics);
        await(topics, StateName.MIRRORING);
        for (String topic : topics) {
            int epoch = requireEpoch(topic);
            assertThat(epoch).as(topic).isGreaterThan(fixture.sourceOffsets().leaderEpoch(partition(topic)));
            assertThat(state(topic).failure()).isNull();
        }
    }

    /**
     * Requires the end of a stopped life.
     *
     * @param copied end of what was copied
     * @param aborted transactions that were open there
     */
    void requireStopped(Collection<String> topics, long copied, int aborted) {
        await(topics, StateName.STOPPED);
        for (String topic : topics) {
            Recorded state = state(topic);
            Position position = Objects.requireNonNull(state.position(), topic);
            assertThat(position.lmo()).as(topic).isEqualTo(copied);
            assertThat(state.mark()).as(topic).isEqualTo(copied + aborted);
            assertThat(requireEpoch(topic)).as(topic).isGreaterThanOrEqualTo(position.stopEpoch());
            long end = copied + aborted + 1;
            assertThat(fixture.destinationOffsets().require(partition(topic)))
                    .as("%s: aborted, marked once", topic)
                    .isEqualTo(new Offsets(0, end, end));
        }
        write(fixture.destination(), topics, 10);
    }

    private int requireEpoch(String topic) {
        int epoch = fixture.destinationOffsets().leaderEpoch(partition(topic));
        assertThat(epoch).as(topic).isGreaterThanOrEqualTo(epochs.getOrDefault(topic, 0));
        return epoch;
    }

    @Override
    public void close() {
        restarts.shutdownNow();
    }
}
