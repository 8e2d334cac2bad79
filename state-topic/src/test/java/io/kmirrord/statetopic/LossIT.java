// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import static io.kmirrord.statetopic.Waiting.failure;
import static io.kmirrord.statetopic.Waiting.get;
import static io.kmirrord.statetopic.Waiting.reason;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.Health.State;
import io.kmirrord.statetopic.StateTopicException.Reason;
import io.kmirrord.testkit.cluster.KafkaNode;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The topic is deleted, replaced, rolled back: whoever acts on it stops (F11, N3). */
final class LossIT {
    @RegisterExtension
    static final SharedCluster SHARED = new SharedCluster();

    private static final class Told implements StateTopic.Listener {
        private final List<Health> healths = new CopyOnWriteArrayList<>();

        @Override
        public void changed(StateView view, List<StateRecord> records) {
            assertThat(view.records()).containsAll(records);
        }

        @Override
        public void health(Health health) {
            healths.add(health);
        }
    }

    private static void writeAndRead(StateTopic topic, StateWriter writer) {
        get(writer.write(List.of(Samples.mirror("west", 1), Samples.beat(7, 1))));
        int records = get(topic.readToEnd(view -> view.records().size()));
        assertThat(records).as("with the format's").isEqualTo(3);
    }

    private static void lost(StateTopic topic, StateWriter writer, Told told, String... texts) {
        Waiting.until("LOST", () -> topic.health().state() == State.LOST);
        assertThat(topic.health().text()).contains(texts).contains("mirrorctl state import");
        Waiting.until("the listener is told", () -> told.healths.contains(topic.health()));
        assertThat(told.healths.get(0)).isEqualTo(Health.HEALTHY);
        assertThat(reason(writer.write(List.of(Samples.beat(1, 9))))).isEqualTo(Reason.LOST);
        assertThat(reason(topic.readToEnd(view -> true))).isEqualTo(Reason.LOST);
        boolean known = get(topic.read(view -> view.mirror("west").isPresent()));
        assertThat(known).as("what was known can still be looked at").isTrue();
    }

    @Test
    void n3ADeletedTopicIsLost() {
        StateTopicConfig config = SHARED.config("deleted");
        Told told = new Told();
        try (StateTopic topic = SHARED.open(config);
                StateWriter writer = StateWriter.transactional(config, topic, 1)) {
            topic.listen(told);
            writeAndRead(topic, writer);
            SHARED.delete(config.stateTopic());
            lost(topic, writer, told, "was deleted");
        }
    }

    @Test
    void n3ATopicThatWasReplacedByAnotherOfItsNameIsLost() {
        StateTopicConfig config = SHARED.config("replaced");
        Told told = new Told();
        try (StateTopic topic = SHARED.open(config);
                StateWriter writer = StateWriter.transactional(config, topic, 1)) {
            topic.listen(told);
            writeAndRead(topic, writer);
            SHARED.delete(config.stateTopic());
            try (StateTopic another = SHARED.open(config)) {
                lost(
                        topic,
                        writer,
                        told,
                        "was replaced",
                        topic.topicId().toString(),
                        another.topicId().toString());
            }
        }
    }

    @Test
    void n3ATopicMadeAnewIsRefusedAfterARestartUntilAnExportWasImported(@TempDir Path memory) throws IOException {
        StateTopicConfig config = SHARED.config("anew");
        StateTopicConfig remembering = config.withMemory(memory);
        StringWriter export = new StringWriter();
        Uuid first;
        try (StateTopic topic = SHARED.open(remembering);
                StateWriter writer = StateWriter.plain(config, topic)) {
            writeAndRead(topic, writer);
            first = topic.topicId();
            get(StateExport.export(topic, config, export, 5));
        }
        get(StateTopic.open(remembering, false)).close();
        SHARED.delete(config.stateTopic());
        try (StateTopic anew = SHARED.open(config);
                StateWriter writer = StateWriter.plain(config, anew)) {
            StateTopicException refusal = failure(StateTopic.open(remembering, false));
            assertThat(refusal.reason()).isEqualTo(Reason.LOST);
            assertThat(refusal)
                    .hasMessageContainingAll(
                            first.toString(), anew.topicId().toString(), memory.toString(), "mirrorctl state import");

            get(StateExport.importInto(anew, writer, new StringReader(export.toString()), false));
            try (StateTopic restored = get(StateTopic.open(remembering, false))) {
                assertThat(restored.topicId()).isEqualTo(anew.topicId());
            }
        }
        try (Stream<Path> files = Files.walk(memory)) {
            assertThat(files.filter(Files::isRegularFile))
                    .singleElement()
                    .satisfies(file -> assertThat(Files.readString(file)).doesNotContain(first.toString()));
        }
    }

    @Test
    void f11RecordsDeletedByHandAreALoss() {
        StateTopicConfig config = SHARED.config("trimmed");
        Told told = new Told();
        try (StateTopic topic = SHARED.open(config);
                StateWriter writer = StateWriter.transactional(config, topic, 1)) {
            topic.listen(told);
            writeAndRead(topic, writer);
            SHARED.set(config.stateTopic(), "cleanup.policy", "delete");
            TopicPartition partition = new TopicPartition(config.stateTopic(), 7);
            Waiting.until("records are deleted", () -> deleted(partition));
            lost(topic, writer, told, "records of partition 7", "were deleted");
        }
    }

    private static boolean deleted(TopicPartition partition) {
        return SHARED.admin()
                .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(1)))
                .all()
                .toCompletionStage()
                .toCompletableFuture()
                .handle((done, error) -> error == null)
                .join();
    }

    /** One replica, whose disk is lost: its leader comes back with an empty log. */
    @Test
    void f11ARolledBackPartitionIsLost() throws IOException {
        StateTopicConfig config = SHARED.config("rolled-back");
        KafkaNode owner = SHARED.cluster().node(3);
        SHARED.create(new NewTopic(
                        config.stateTopic(),
                        IntStream.range(0, 50).boxed().collect(Collectors.toMap(p -> p, p -> List.of(owner.id()))))
                .configs(Map.of("cleanup.policy", "compact", "min.insync.replicas", "1")));
        try (RawRecords raw = new RawRecords(config)) {
            raw.writeMagic();
        }
        Told told = new Told();
        try (StateTopic topic = get(StateTopic.open(config, false));
                StateWriter writer = StateWriter.plain(config, topic)) {
            topic.listen(told);
            writeAndRead(topic, writer);
            owner.kill();
            empty(owner.logDirs().get(0).resolve(config.stateTopic() + "-7"));
            owner.start();
            lost(topic, writer, told, "records vanished", "partition " + config.stateTopic() + "-7");
        }
    }

    private static void empty(Path dir) throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            for (Path file :
                    files.filter(it -> !it.endsWith("partition.metadata")).toList()) {
                Files.delete(file);
            }
        }
    }
}
