// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Clients;
import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.Equality;
import io.kmirrord.it.fixture.LaggingLeaders;
import io.kmirrord.it.fixture.LogBytes;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.RepeatedReader;
import io.kmirrord.it.fixture.SavedRecords;
import io.kmirrord.it.fixture.Site;
import io.kmirrord.it.fixture.Sites;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The source elects leaders that lack records, to and fro, while it is mirrored: followed where the mirror is set to, else
 * nothing is touched.
 */
@Tag("long")
class SourceElectionsIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final int COMMON = 100;
    private static final String SWITCH = "mirror.support.unclean.leader.election";

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static KafkaCluster source;
    private static MirrorFixture follower;
    private static MirrorFixture strict;
    private static LaggingLeaders elections;

    @BeforeAll
    static void start() {
        source = Sites.source(CLUSTERS);
        Site site = CLUSTERS.manage(Site.start(CLUSTERS, "destination", Sites.destination()));
        follower = MirrorFixture.between(CLUSTERS, "follower", source, site, Map.of(SWITCH, "true"));
        strict = MirrorFixture.between(CLUSTERS, "strict", source, site, Map.of());
        elections = new LaggingLeaders(source, follower.sourceOffsets().admin());
    }

    /** One topic on its way. */
    private static final class Story implements AutoCloseable {
        private final MirrorFixture fixture;
        private final TopicPartition partition;
        private final SavedRecords saved;
        private final long began = System.nanoTime();
        private final List<RepeatedReader> readers = new ArrayList<>();

        Story(MirrorFixture fixture, String topic) {
            this.fixture = fixture;
            this.partition = new TopicPartition(topic, 0);
            this.saved = new SavedRecords(fixture);
            Records.create(source, new NewTopic(topic, Map.of(0, List.of(1, 2))).configs(LaggingLeaders.ALLOWED));
            write(COMMON, "common");
            fixture.startTopics(List.of(topic));
            await(StateName.MIRRORING);
            fixture.awaitMirrored(List.of(topic));
            for (String isolation : List.of("read_uncommitted", "read_committed")) {
                RepeatedReader reader = new RepeatedReader(fixture.destination(), partition, isolation);
                readers.add(reader);
                reader.awaitPass();
            }
        }

        void write(int count, String text) {
            Records.write(source, partition, count, text);
        }

        /** Writes what is copied, and then lost. */
        void copy(int count, String text) {
            write(count, text);
            fixture.awaitMirrored(List.of(partition.topic()));
        }

        /** One transaction that commits and one that aborts. */
        void transactions(String id) throws Exception {
            try (Producer<String, String> producer = Clients.transactional(source.bootstrapServers(), id)) {
                for (boolean commit : List.of(true, false)) {
                    producer.beginTransaction();
                    for (int i = 0; i < 5; i++) {
                        Clients.send(producer, partition.topic(), 0, id + "-" + commit + "-" + i);
                    }
                    if (commit) {
                        producer.commitTransaction();
                    } else {
                        producer.abortTransaction();
                    }
                }
            }
        }

        void await(StateName state) {
            // What this client knows may be older than what it has just seen elsewhere.
            fixture.mirrors().topic().readToEnd(view -> 0).join();
            fixture.mirrors().awaitState(fixture.mirror(), partition.topic(), 1, state, SOON);
        }

        Recorded recorded() {
            return Objects.requireNonNull(fixture.mirrors()
                    .states(fixture.mirror(), partition.topic())
                    .get(0));
        }

        void wish(Desired desired) {
            fixture.mirrors().wish(fixture.mirror(), List.of(partition.topic()), desired);
        }

        Map<Integer, ByteBuffer> bytes() {
            return LogBytes.ofAll(fixture.destination(), partition);
        }

        /** Requires that the copy cut what the source lost from an offset on, saved it, and goes on. Returns since when. */
        long requireFollowed(long from) {
            saved.require(partition, from);
            await(StateName.MIRRORING);
            fixture.awaitMirrored(List.of(partition.topic()));
            long recovered = System.nanoTime();
            new Equality(fixture).require(List.of(partition.topic()));
            requireReaders(recovered);
            return recovered;
        }

        /** Requires that consumers, also those of the other replicas, see one record at each offset. */
        void requireReaders(long since) {
            for (RepeatedReader reader : readers) {
                assertThat(reader.requireOneRecordAtEachOffset(since)).isGreaterThanOrEqualTo(COMMON);
            }
        }

        void requireReadersOfEveryReplica(long since) {
            new Equality(fixture).requireOnEveryLeader(partition);
            requireReaders(since);
            await(StateName.MIRRORING);
        }

        void remember() {
            saved.remember(partition);
        }

        @Override
        public void close() {
            readers.forEach(RepeatedReader::close);
            wish(Desired.STOPPED);
            await(StateName.STOPPED);
        }
    }

    @Test
    void toAndFroWithSupport() throws Exception {
        try (Story story = new Story(follower, "to-and-fro")) {
            story.transactions("before");
            story.copy(10, "common too");
            long common = end(story);
            KafkaNode away = elections.lag(story.partition);
            story.transactions("lost-first");
            story.copy(60, "lost by the first election");
            story.remember();

            away = elections.elect(story.partition, away);
            story.write(30, "lost by the second election");
            long first = story.requireFollowed(common);
            story.requireReadersOfEveryReplica(first);
            story.remember();

            // The first leader again, with what it had: what was cut is back, and what came instead is gone.
            away = elections.elect(story.partition, away);
            story.write(45, "lost by the third election");
            long second = story.requireFollowed(common);
            story.requireReadersOfEveryReplica(second);
            story.remember();

            away = elections.elect(story.partition, away);
            story.write(20, "stays");
            long third = story.requireFollowed(common);
            elections.restore(story.partition, away);
            story.write(10, "stays too");
            story.fixture.awaitMirrored(List.of(story.partition.topic()));
            new Equality(follower).require(List.of(story.partition.topic()));
            story.requireReadersOfEveryReplica(third);
            assertThat(story.readers)
                    .allSatisfy(
                            reader -> assertThat(reader.offsetsThatChanged()).isPositive());
        }
    }

    /** But for epochs nothing tells the records apart: as many, in batches as long. */
    @Test
    void aSourceThatEndsWhereItEndedBeforeIsFollowed() throws Exception {
        try (Story story = new Story(follower, "same-end")) {
            KafkaNode away = elections.lag(story.partition);
            story.copy(60, "lost");
            story.remember();
            // Nothing is fetched until the new leader ends where the old one did.
            story.wish(Desired.PAUSED);
            story.await(StateName.PAUSED);
            away = elections.elect(story.partition, away);
            story.write(60, "stay");
            story.wish(Desired.MIRRORING);
            long recovered = story.requireFollowed(COMMON);
            elections.restore(story.partition, away);
            story.requireReadersOfEveryReplica(recovered);
        }
    }

    @Test
    @DisplayName(
            "F2: a replica of the destination that is away heals where epochs rise; where they fall the cut waits for it")
    void f2AReplicaThatIsAway() throws Exception {
        try (Story story = new Story(follower, "replica-away")) {
            KafkaNode away = elections.lag(story.partition);
            story.copy(60, "lost by the first election");
            story.remember();
            int leader = follower.destinationLeader(story.partition).id();
            KafkaNode dead = follower.destination().node(leader % 3 + 1);
            LaggingLeaders destination = new LaggingLeaders(
                    follower.destination(), follower.destinationOffsets().admin());
            dead.kill();
            destination.awaitInSync(story.partition, 2);

            away = elections.elect(story.partition, away);
            story.write(30, "lost by the second election");
            story.saved.require(story.partition, COMMON);
            story.await(StateName.MIRRORING);
            follower.awaitMirrored(List.of(story.partition.topic()));
            long recovered = System.nanoTime();
            destination.restore(story.partition, dead);
            new Equality(follower).require(List.of(story.partition.topic()));
            story.requireReadersOfEveryReplica(recovered);
            story.remember();

            dead = follower.destination()
                    .node(follower.destinationLeader(story.partition).id() % 3 + 1);
            dead.kill();
            destination.awaitInSync(story.partition, 2);
            away = elections.elect(story.partition, away);
            story.write(45, "stays");
            assertThat(follower.mirrors()
                            .awaitFailed(follower.mirror(), story.partition.topic(), 1, FailureCode.REPLICAS_LAG, SOON))
                    .contains("replicas [" + dead.id() + "]");
            destination.restore(story.partition, dead);
            recovered = story.requireFollowed(COMMON);
            elections.restore(story.partition, away);
            story.requireReadersOfEveryReplica(recovered);
        }
    }

    @Test
    void withoutSupportNothingIsTouched() throws Exception {
        try (Story story = new Story(strict, "untouched")) {
            KafkaNode away = elections.lag(story.partition);
            story.copy(60, "lost and found");
            story.remember();
            Map<Integer, ByteBuffer> copy = story.bytes();
            assertThat(copy).hasSize(3);

            away = elections.elect(story.partition, away);
            story.write(30, "never copied");
            requireRefused(story, copy);
            // An attempt alone changes nothing.
            Recorded failed = story.recorded();
            story.wish(Desired.MIRRORING);
            strict.mirrors()
                    .awaitFailedAgain(
                            strict.mirror(), story.partition.topic(), FailureCode.SOURCE_DIVERGED, failed, SOON);
            requireRefused(story, copy);

            // The first leader again: the source holds all of the copy.
            away = elections.elect(story.partition, away);
            story.write(45, "lost in the end");
            requireRefused(story, copy);
            story.wish(Desired.MIRRORING);
            story.await(StateName.MIRRORING);
            new Equality(strict).require(List.of(story.partition.topic()));
            assertThat(story.saved.count(story.partition)).isZero();
            story.requireReaders(story.began);
            story.remember();
            copy = story.bytes();

            away = elections.elect(story.partition, away);
            requireRefused(story, copy);
            strict.define(Map.of(SWITCH, "true"));
            story.wish(Desired.MIRRORING);
            long recovered = story.requireFollowed(COMMON);
            elections.restore(story.partition, away);
            story.requireReadersOfEveryReplica(recovered);
        } finally {
            strict.define(Map.of());
        }
    }

    private static void requireRefused(Story story, Map<Integer, ByteBuffer> copy) {
        assertThat(strict.mirrors()
                        .awaitFailed(strict.mirror(), story.partition.topic(), 1, FailureCode.SOURCE_DIVERGED, SOON))
                .contains("the copy holds epoch");
        Console run =
                Console.at(strict.destination(), "describe", strict.mirror(), "--topics", story.partition.topic());
        assertThat(run.out()).contains(SWITCH + "=true and recover");
        assertThat(story.bytes()).isEqualTo(copy);
    }

    private static long end(Story story) {
        return story.fixture.destinationOffsets().require(story.partition).highWatermark();
    }
}
