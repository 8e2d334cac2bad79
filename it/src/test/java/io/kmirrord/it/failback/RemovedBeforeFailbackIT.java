// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.failback;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.Equality;
import io.kmirrord.it.fixture.LogBytes;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.SavedRecords;
import io.kmirrord.it.fixture.TopicChanges;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaClusterBuilder;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.compare.Offsets;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Failbacks where cleaners or retention removed what both sites had in common. */
@Tag("long")
class RemovedBeforeFailbackIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final String OVERWRITE = "--overwrite-local";
    private static final int COMMON = 100;
    /** What the old source wrote after the stop. */
    private static final int TAIL = 30;

    private static final int KEYS = 10;
    private static final Map<String, String> COMPACTED =
            Map.of("cleanup.policy", "compact", "segment.ms", "60000", "min.cleanable.dirty.ratio", "0.01");
    private static final Map<String, String> NOT_CLEANED =
            Map.of("min.compaction.lag.ms", Long.toString(Long.MAX_VALUE));

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static Pair.Way forth;
    private static Pair.Way back;
    private static TopicChanges atA;
    private static TopicChanges atB;

    @BeforeAll
    static void start() {
        Pair pair = Pair.start(CLUSTERS, RemovedBeforeFailbackIT::quick, Map.of());
        forth = pair.forth();
        back = pair.back();
        atA = new TopicChanges(back.fixture().destinationOffsets().admin());
        atB = new TopicChanges(forth.fixture().destinationOffsets().admin());
    }

    private static KafkaClusterBuilder quick() {
        return KafkaCluster.builder()
                .property("log.retention.check.interval.ms", "500")
                .property("log.initial.task.delay.ms", "500")
                .property("log.cleaner.backoff.ms", "500");
    }

    /** Mirrors a topic from A to B, stops, and lets both write; B's mark lies where A's tail begins. */
    private static TopicPartition splitBrain(String topic, int writtenAtB) {
        Records.create(forth.source(), topic, 1, 3);
        TopicPartition partition = new TopicPartition(topic, 0);
        Records.write(forth.source(), partition, COMMON, "common");
        forth.start(topic, 1);
        forth.stop(topic, 1);
        assertThat(forth.mirroredTo(topic)).isEqualTo(COMMON);
        Records.write(forth.source(), partition, TAIL, "A");
        Records.write(back.source(), partition, writtenAtB, "B");
        return partition;
    }

    private static SavedRecords remembered(TopicPartition partition) {
        SavedRecords saved = new SavedRecords(back.fixture());
        saved.remember(partition);
        return saved;
    }

    /** Starts where offsets of both sites will not be equal yet; the tail of A must be saved. */
    private static void startMirroring(TopicPartition partition, SavedRecords saved) {
        back.fixture().startTopics(List.of(partition.topic()));
        back.fixture().mirrors().awaitState(back.fixture().mirror(), partition.topic(), 1, StateName.MIRRORING, SOON);
        saved.require(partition, COMMON);
    }

    /** Requires that the copy goes on and is the same whoever leads. */
    private static void requireGoesOn(TopicPartition partition) {
        Records.write(back.source(), partition, 20, "after the failback");
        new Equality(back.fixture()).require(List.of(partition.topic()));
        new Equality(back.fixture()).requireOnEveryLeader(partition);
    }

    private static Offsets offsets(Pair.Way way, TopicPartition partition) {
        return way.fixture().destinationOffsets().require(partition);
    }

    @Test
    void theNewSourceDeletedTheCommonPart() throws Exception {
        TopicPartition partition = splitBrain("deleted-at-b", 50);
        atB.deleteBefore(partition, COMMON + 20);
        SavedRecords saved = remembered(partition);
        back.start(partition.topic(), 1);
        saved.require(partition, COMMON);
        // What B wrote and deleted before A could copy it.
        Console run = Console.at(
                back.destination().cluster(),
                "describe",
                back.fixture().mirror(),
                "--topics",
                partition.topic(),
                "-o",
                "json");
        JsonNode gaps = run.json().at("/mirrors/0/topics/0/partitions/0/gaps");
        assertThat(gaps.path("from").asLong()).as(run.out()).isEqualTo(COMMON);
        assertThat(gaps.path("to").asLong()).isEqualTo(COMMON + 20);
        assertThat(offsets(back, partition).logStart()).isEqualTo(COMMON + 20);
        requireGoesOn(partition);
    }

    @Test
    void theOldSourceDeletedTheCommonPart() throws Exception {
        TopicPartition partition = splitBrain("deleted-at-a", 50);
        atA.deleteBefore(partition, COMMON + 10);
        SavedRecords saved = remembered(partition);
        assertThat(back.startRefused(partition.topic(), FailureCode.CUT_TO_EMPTY))
                .isEqualTo("the cut at 110 empties the log [110..130)");
        assertThat(offsets(back, partition)).isEqualTo(new Offsets(COMMON + 10, COMMON + TAIL, COMMON + TAIL));
        back.agree(partition.topic(), OVERWRITE);
        saved.require(partition, COMMON + 10);
        assertThat(offsets(back, partition).logStart()).isZero();
        requireGoesOn(partition);
    }

    @Test
    void theOldSourceDeletedTheBeginningOfTheCommonPart() throws Exception {
        TopicPartition partition = splitBrain("shortened-at-a", 50);
        atA.deleteBefore(partition, COMMON / 2);
        SavedRecords saved = remembered(partition);
        startMirroring(partition, saved);
        long end = COMMON + 1 + 50;
        assertThat(Poll.until(SOON, () -> offsets(back, partition).equals(new Offsets(COMMON / 2, end, end))))
                .as("%s", offsets(back, partition))
                .isTrue();
        new Equality(back.fixture()).requireEqualReplicas(List.of(partition.topic()));
    }

    @Test
    void bothDeletedTheCommonPart() throws Exception {
        TopicPartition partition = splitBrain("deleted-at-both", 50);
        atA.deleteBefore(partition, COMMON + 10);
        atB.deleteBefore(partition, COMMON + 20);
        SavedRecords saved = remembered(partition);
        assertThat(back.startRefused(partition.topic(), FailureCode.CUT_TO_EMPTY))
                .isEqualTo("the cut at 110 empties the log [110..130)");
        back.agree(partition.topic(), OVERWRITE);
        saved.require(partition, COMMON + 10);
        assertThat(offsets(back, partition).logStart()).isEqualTo(COMMON + 20);
        requireGoesOn(partition);
    }

    /** An empty log needs nobody's consent; that it begins above the common part must not make the copy begin there. */
    @ParameterizedTest
    @ValueSource(ints = {10, 50})
    void retentionEmptiedTheOldSource(int writtenAtB) throws Exception {
        TopicPartition partition = splitBrain("expired-at-a-" + writtenAtB, writtenAtB);
        expire(atA, back, partition, COMMON + TAIL);
        back.start(partition.topic(), 1);
        assertThat(offsets(back, partition).logStart()).isZero();
        requireGoesOn(partition);
    }

    @Test
    void retentionEmptiedTheNewSource() throws Exception {
        TopicPartition partition = splitBrain("expired-at-b", 50);
        SavedRecords saved = remembered(partition);
        expire(atB, forth, partition, COMMON + 1 + 50);
        startMirroring(partition, saved);
        requireGoesOn(partition);
    }

    /** Whichever ends first. */
    @ParameterizedTest
    @ValueSource(ints = {10, 50})
    void retentionEmptiedBoth(int writtenAtB) throws Exception {
        TopicPartition partition = splitBrain("expired-at-both-" + writtenAtB, writtenAtB);
        expire(atA, back, partition, COMMON + TAIL);
        expire(atB, forth, partition, COMMON + 1 + writtenAtB);
        back.start(partition.topic(), 1);
        requireGoesOn(partition);
    }

    /** Lets retention remove all records of a topic, and is over then. */
    private static void expire(TopicChanges changes, Pair.Way at, TopicPartition partition, long end) throws Exception {
        changes.set(partition.topic(), Map.of("retention.ms", "1"));
        assertThat(Poll.until(SOON, () -> offsets(at, partition).equals(new Offsets(end, end, end))))
                .as("%s", offsets(at, partition))
                .isTrue();
        changes.set(partition.topic(), Map.of("retention.ms", "-1"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    @DisplayName("F3: keys that a cleaner removed below the cut come back, by a full copy that needs consent")
    void f3ACleanerPassedTheCut(int replicas) throws Exception {
        TopicPartition partition = compacted("cleaned-" + replicas, replicas, Map.of());
        int end = KEYS + writeTailOfA(partition);
        assertThat(Poll.until(SOON, () -> replicas(partition).values().stream().allMatch(count -> count == 0)))
                .as("records of A below the cut, by node: %s", replicas(partition))
                .isTrue();
        atA.set(partition.topic(), NOT_CLEANED);
        SavedRecords saved = remembered(partition);
        assertThat(back.startRefused(partition.topic(), FailureCode.CUT_TO_EMPTY))
                .isEqualTo("the cut at " + KEYS + " empties the log [0.." + end
                        + ") because a cleaner has passed it and keys below it may be gone");
        back.agree(partition.topic(), OVERWRITE);
        saved.require(partition, 0);
        assertThat(replicas(partition))
                .hasSize(replicas)
                .allSatisfy((node, count) -> assertThat(count).isEqualTo(KEYS));
        requireGoesOn(partition, replicas);
    }

    @Test
    @DisplayName("F3: where no cleaner passed the cut, a compacted topic costs the difference")
    void f3NoCleanerPassedTheCut() throws Exception {
        TopicPartition partition = compacted("uncleaned", 1, NOT_CLEANED);
        writeTailOfA(partition);
        SavedRecords saved = remembered(partition);
        long fetched = back.fetchedBytes();
        back.start(partition.topic(), 1);
        back.requireFetched(fetched, partition.topic(), 1, KEYS);
        saved.require(partition, KEYS);
        requireGoesOn(partition, 1);
    }

    private static void requireGoesOn(TopicPartition partition, int replicas) {
        writeKeys(back.source(), partition, 9, 0, KEYS, "after the failback");
        new Equality(back.fixture()).require(List.of(partition.topic()));
        if (replicas > 1) {
            new Equality(back.fixture()).requireOnEveryLeader(partition);
        }
    }

    /** A compacted topic that both sites have some keys of, and B others. */
    private static TopicPartition compacted(String topic, int replicas, Map<String, String> more) throws Exception {
        Map<String, String> configs = new HashMap<>(COMPACTED);
        configs.putAll(more);
        Records.create(forth.source(), new NewTopic(topic, 1, (short) replicas).configs(configs));
        TopicPartition partition = new TopicPartition(topic, 0);
        writeKeys(forth.source(), partition, 0, 0, KEYS, "common");
        forth.start(topic, 1);
        atB.set(topic, NOT_CLEANED);
        forth.stop(topic, 1);
        assertThat(forth.mirroredTo(topic)).isEqualTo(KEYS);
        writeKeys(back.source(), partition, 1, 0, 5, "B");
        writeKeys(back.source(), partition, 1, 5, 7, null);
        return partition;
    }

    /** Writes all common keys again, in segments of their own that a cleaner may take. Returns the number of records. */
    private static int writeTailOfA(TopicPartition partition) {
        writeKeys(forth.source(), partition, 2, 0, KEYS, "A");
        writeKeys(forth.source(), partition, 4, 0, KEYS, "A, again");
        writeKeys(forth.source(), partition, 6, 0, 3, "A, not cleaned");
        return 2 * KEYS + 3;
    }

    /** @param minute of the records' time, which ends a segment more than one minute before */
    private static void writeKeys(
            KafkaCluster cluster, TopicPartition partition, int minute, int from, int to, @Nullable String text) {
        long time = System.currentTimeMillis()
                - Duration.ofHours(1).toMillis()
                + Duration.ofMinutes(minute).toMillis();
        List<ProducerRecord<byte[], byte[]>> records = IntStream.range(from, to)
                .mapToObj(key -> new ProducerRecord<byte[], byte[]>(
                        partition.topic(),
                        partition.partition(),
                        time,
                        bytes("key-" + key),
                        text == null ? null : bytes(text + "-" + key)))
                .toList();
        Records.write(cluster, records);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Records below the cut that each replica of A has, by node. */
    private static Map<Integer, Integer> replicas(TopicPartition partition) {
        Map<Integer, Integer> counts = new HashMap<>();
        LogBytes.ofAll(back.destination().cluster(), partition).keySet().forEach(id -> {
            KafkaNode node = back.destination().cluster().node(Objects.requireNonNull(id));
            counts.put(
                    node.id(),
                    LogBytes.batches(node, partition).stream()
                            .filter(batch -> batch.header().baseOffset() < KEYS)
                            .mapToInt(batch -> batch.header().recordCount())
                            .sum());
        });
        return counts;
    }
}
