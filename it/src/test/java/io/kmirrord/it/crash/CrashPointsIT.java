// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.crash;

import static io.kmirrord.it.crash.CrashSite.partition;
import static io.kmirrord.it.crash.CrashSite.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Leaders;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The daemon beside the leader dies between every two effects of every state, once per topic: the end is the same as without
 * the crash. A life of {@link Life} for each test; its topics go through it together, so that daemons die beside each other too.
 */
class CrashPointsIT {
    private static final int COPIED = 100;
    private static final int LOCAL = 30;
    private static final int ROUNDS = 4;
    /** Distances of the leader epochs that stay above or near after a move of the leadership at the destination or two. */
    private static final int ABOVE = -5;

    private static final int NEAR = 1;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static CrashSite site;
    private static MirrorFixture fixture;
    private static KafkaCluster source;
    private static KafkaCluster destination;

    @BeforeAll
    static void start() {
        site = CrashSite.start(CLUSTERS);
        fixture = site.fixture();
        source = fixture.source();
        destination = fixture.destination();
    }

    /** What topics go through: named after the first argument, one for each point. */
    private interface Story {
        void tell(String name, List<String> points) throws Exception;
    }

    /**
     * Goes through a life until each of its points was crashed at. A point that is passed once in a life is missed where the
     * daemon died for another topic just then: that topic's life is gone through again.
     */
    private static void live(String name, List<String> points, Story story) throws Exception {
        List<String> left = points;
        for (int round = 0; !left.isEmpty(); round++) {
            assertThat(round).as("never reached: %s", left).isLessThan(ROUNDS);
            story.tell(name + "-" + round, left);
            left = site.missed();
        }
    }

    private static void live(Life life, Story story) throws Exception {
        live(life.name().toLowerCase(Locale.ROOT).replace('_', '-'), life.points(), story);
    }

    /** Names a topic for each point and makes it at the source, with a replica on each of its brokers. */
    private static Map<String, String> topics(String name, List<String> points) throws Exception {
        return assigned(name, points, List.of(1, 2), Map.of());
    }

    private static Map<String, String> assigned(
            String name, List<String> points, List<Integer> brokers, Map<String, String> configs) throws Exception {
        Map<String, String> topics = new LinkedHashMap<>();
        points.forEach(point -> topics.put(name + "-" + topics.size(), point));
        fixture.sourceOffsets()
                .admin()
                .createTopics(topics.keySet().stream()
                        .map(topic -> new NewTopic(topic, Map.of(0, brokers)).configs(configs))
                        .toList())
                .all()
                .get();
        return topics;
    }

    /** As {@link #topics}, with something in them that is copied already. */
    private static Map<String, String> mirrored(String name, List<String> points) throws Exception {
        Map<String, String> topics = topics(name, points);
        write(source, topics.keySet(), COPIED);
        site.mirror(topics.keySet());
        return topics;
    }

    @Test
    @Tag("long")
    void aHandfulOfStops() throws Exception {
        List<String> points = List.of(
                CrashPlan.before("STOPPING/REMOVING_FETCHER PersistState"),
                CrashPlan.after("STOPPING/ABORTING AbortOpen"),
                CrashPlan.after("STOPPING/MARKING PutMark"),
                CrashPlan.after("STOPPING/OPENING OpenPartition"));
        assertThat(Life.STOPPED.points()).containsAll(points);
        live("few-stops", points, CrashPointsIT::stop);
    }

    @Test
    @Tag("long")
    void aHandfulOfCuts() throws Exception {
        List<String> points = List.of(
                CrashPlan.after("PREPARING/Salvaging Salvage"),
                CrashPlan.after("PREPARING/Cutting PersistState"),
                CrashPlan.after("PREPARING/Cutting Truncate"));
        assertThat(Life.LOCAL_WRITES.points()).containsAll(points);
        live("few-cuts", points, CrashPointsIT::startOverLocalWrites);
    }

    @Test
    @Tag("long")
    void stopped() throws Exception {
        live(Life.STOPPED, CrashPointsIT::stop);
    }

    private static void stop(String name, List<String> points) throws Exception {
        Map<String, String> topics = mirrored(name, points);
        try (OpenTransaction one = OpenTransaction.in(source, topics.keySet());
                OpenTransaction two = OpenTransaction.in(source, topics.keySet())) {
            fixture.awaitMirrored(topics.keySet());
            site.order(topics);
            site.wish(topics.keySet(), Desired.STOPPED);
            site.awaitCrashes(topics, StateName.STOPPED);
            site.requireStopped(topics.keySet(), COPIED + 2, 2);
            one.abort();
            two.abort();
        }
        // What was written to it in the meantime gives way: the copy goes on where it was stopped.
        fixture.startTopics(topics.keySet(), false);
        site.requireMirroring(topics.keySet());
    }

    @Test
    @Tag("long")
    void startedForTheFirstTime() throws Exception {
        live(Life.FIRST_START, (name, points) -> {
            Map<String, String> topics = topics(name, points);
            write(source, topics.keySet(), COPIED);
            deleteBelow(topics.keySet(), COPIED - 40);
            site.order(topics);
            fixture.startTopics(topics.keySet(), false);
            site.awaitCrashes(topics, StateName.MIRRORING);
            site.requireMirroring(topics.keySet());
        });
    }

    private static void deleteBelow(Collection<String> topics, long offset) throws Exception {
        Map<TopicPartition, RecordsToDelete> deletions = new LinkedHashMap<>();
        topics.forEach(topic -> deletions.put(partition(topic), RecordsToDelete.beforeOffset(offset)));
        fixture.sourceOffsets().admin().deleteRecords(deletions).all().get();
    }

    @Test
    @Tag("long")
    void startedOverLocalWrites() throws Exception {
        live(Life.LOCAL_WRITES, CrashPointsIT::startOverLocalWrites);
    }

    private static void startOverLocalWrites(String name, List<String> points) throws Exception {
        startOver(mirrored(name, points), COPIED, false);
    }

    @Test
    @Tag("long")
    void overwritten() throws Exception {
        live(Life.OVERWRITTEN, (name, points) -> {
            Map<String, String> topics = topics(name, points);
            site.mirror(topics.keySet());
            startOver(topics, 0, true);
        });
    }

    private static void startOver(Map<String, String> topics, int copied, boolean overwriteLocal) {
        site.wish(topics.keySet(), Desired.STOPPED);
        site.await(topics.keySet(), StateName.STOPPED);
        write(destination, topics.keySet(), LOCAL);
        write(source, topics.keySet(), COPIED / 2);
        topics.keySet().forEach(topic -> site.saved().remember(partition(topic)));
        site.order(topics);
        fixture.startTopics(topics.keySet(), overwriteLocal);
        site.awaitCrashes(topics, StateName.MIRRORING);
        site.requireMirroring(topics.keySet());
        topics.keySet().forEach(topic -> site.saved().require(partition(topic), copied));
    }

    @Test
    @Tag("long")
    void startedWhileTheSourceElects() throws Exception {
        // One after the other: their daemons are kept dead for a while.
        for (String only : Life.LOW_EPOCH.points()) {
            live("low-epoch-" + only.substring(0, only.indexOf(' ')), List.of(only), (name, points) -> {
                Map<String, String> topics = topics(name, points);
                write(source, topics.keySet(), COPIED);
                topics.forEach(CrashPointsIT::startWithALowEpoch);
                site.awaitCrashes(topics, StateName.MIRRORING);
                site.requireMirroring(topics.keySet());
            });
        }
    }

    /** Its daemon dies as it begins, and stays dead until the source's leader epoch has passed that of the new topic. */
    private static void startWithALowEpoch(String topic, String point) {
        site.hold(true);
        Map<String, String> first = Map.of(topic, CrashPlan.before("PREPARING/CheckingSource PersistState"));
        site.order(first);
        CompletableFuture<Void> started = CompletableFuture.runAsync(() -> fixture.startTopics(List.of(topic), false));
        try {
            site.awaitCrashes(first, StateName.MIRRORING);
            electUntil(topic, ABOVE);
            site.order(Map.of(topic, point));
        } finally {
            site.hold(false);
        }
        started.join();
    }

    /** Elects leaders at the source until its leader epoch is so close to the destination's. */
    private static void electUntil(String topic, int distance) {
        int epoch = fixture.destinationOffsets().leaderEpoch(partition(topic));
        Leaders elections = new Leaders(fixture.sourceOffsets().admin());
        while (epoch - fixture.sourceOffsets().leaderEpoch(partition(topic)) > distance) {
            elections.moveOn(partition(topic));
        }
    }

    @Test
    @Tag("long")
    void theSourceElectsDuringAPause() throws Exception {
        live(
                Life.SOURCE_EPOCHS,
                (name, points) ->
                        resumeAfter(name, points, topics -> topics.forEach(topic -> electUntil(topic, ABOVE))));
    }

    @Test
    @Tag("long")
    void theSourceComesNear() throws Exception {
        live(
                Life.HEADROOM,
                (name, points) ->
                        resumeAfter(name, points, topics -> topics.forEach(topic -> electUntil(topic, NEAR))));
    }

    @Test
    @Tag("long")
    void theSourceForgets() throws Exception {
        live(
                Life.GAP,
                (name, points) -> resumeAfter(name, points, topics -> {
                    write(source, topics, COPIED);
                    write(source, topics, COPIED);
                    deleteBelow(topics, 2 * COPIED + COPIED / 2);
                }));
    }

    /** What happens during a pause. */
    private interface Meanwhile {
        void happen(Collection<String> topics) throws Exception;
    }

    private static void resumeAfter(String name, List<String> points, Meanwhile meanwhile) throws Exception {
        Map<String, String> topics = mirrored(name, points);
        site.wish(topics.keySet(), Desired.PAUSED);
        site.await(topics.keySet(), StateName.PAUSED);
        meanwhile.happen(topics.keySet());
        write(source, topics.keySet(), COPIED);
        site.order(topics);
        site.wish(topics.keySet(), Desired.MIRRORING);
        site.awaitCrashes(topics, StateName.MIRRORING);
        site.requireMirroring(topics.keySet());
    }

    @Test
    @Tag("long")
    void pausedAndResumed() throws Exception {
        live(Life.PAUSED, (name, points) -> {
            Map<String, String> topics = mirrored(name, points);
            site.order(topics);
            site.wish(topics.keySet(), Desired.PAUSED);
            site.awaitCrashes(topics, StateName.PAUSED);
            site.await(topics.keySet(), StateName.PAUSED);
            write(source, topics.keySet(), COPIED);
            site.wish(topics.keySet(), Desired.MIRRORING);
            site.requireMirroring(topics.keySet());
        });
    }

    @Test
    @Tag("long")
    void theLeaderMoves() throws Exception {
        live(Life.MOVED, (name, points) -> {
            Map<String, String> topics = mirrored(name, points);
            site.order(topics);
            Leaders elections = new Leaders(fixture.destinationOffsets().admin());
            topics.keySet().forEach(topic -> elections.moveOn(partition(topic)));
            site.awaitCrashes(topics, StateName.MIRRORING);
            site.requireMirroring(topics.keySet());
        });
    }

    @Test
    @Tag("long")
    void failedAndTriedAgain() throws Exception {
        live(Life.FAILED, (name, points) -> {
            Map<String, String> topics = assigned(name, points, List.of(2), Map.of());
            write(source, topics.keySet(), COPIED);
            source.node(2).kill();
            try {
                site.order(topics);
                fixture.startTopics(topics.keySet(), false);
                site.awaitCrashes(topics, StateName.MIRRORING);
            } finally {
                source.node(2).start();
            }
            site.requireMirroring(topics.keySet());
        });
    }

    @Test
    @Tag("long")
    void theSourceElectsALeaderThatLacksRecords() throws Exception {
        live(Life.UNCLEAN, (name, points) -> {
            Map<String, String> topics = assigned(
                    name,
                    points,
                    List.of(1, 2),
                    Map.of("unclean.leader.election.enable", "true", "min.insync.replicas", "1"));
            write(source, topics.keySet(), COPIED);
            site.mirror(topics.keySet());
            source.node(2).kill();
            write(source, topics.keySet(), LOCAL);
            fixture.awaitMirrored(topics.keySet());
            topics.keySet().forEach(topic -> site.saved().remember(partition(topic)));
            site.order(topics);
            source.node(1).kill();
            source.node(2).start();
            write(source, topics.keySet(), LOCAL / 2);
            site.awaitCrashes(topics, StateName.MIRRORING);
            source.node(1).start();
            site.requireMirroring(topics.keySet());
            topics.keySet().forEach(topic -> site.saved().require(partition(topic), COPIED));
        });
    }
}
