// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import io.kmirrord.statemachine.codec.StateCodec;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import io.kmirrord.statetopic.kafka.Answers;
import io.kmirrord.statetopic.kafka.ClientSettings;
import io.kmirrord.statetopic.kafka.Deadline;
import io.kmirrord.statetopic.kafka.Problems;
import io.kmirrord.statetopic.kafka.Threads;
import io.kmirrord.statetopic.kafka.Topics;
import io.kmirrord.statetopic.topic.PreparedTopic;
import io.kmirrord.statetopic.topic.TopicSetup;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the topic on the thread that reads it from then on. */
public final class Opening {
    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);
    private static final Duration LOOK_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CLOSE = Duration.ofMillis(500);
    private static final long PATIENCE_MS = 30_000;

    private final StateTopicConfig config;
    private final boolean create;
    private final Answers answers;
    private final CompletableFuture<StateTopic> opened = new CompletableFuture<>();

    private Opening(StateTopicConfig config, boolean create) {
        this.config = config;
        this.create = create;
        this.answers = new Answers(config, Deadline.in(config.timeout()));
    }

    /** See {@link StateTopic#open}. */
    public static CompletableFuture<StateTopic> start(StateTopicConfig config, boolean create) {
        Opening opening = new Opening(config, create);
        Threads.start("kmirrord-state-view", opening::run);
        return opening.opened;
    }

    private void run() {
        try (Admin admin = Admin.create(ClientSettings.admin(config))) {
            serve(admin);
        } catch (RuntimeException e) {
            LOG.debug("Opening failed", e);
            opened.completeExceptionally(Problems.of(e, "opening topic " + config.stateTopic(), config));
        }
    }

    private void serve(Admin admin) {
        PreparedTopic topic = new TopicSetup(admin, config, answers.deadline()).prepare(create);
        Lookout lookout = new Lookout(admin, config, LOOK_TIMEOUT);
        Map<Integer, Long> starts = offsets(lookout, OffsetSpec.earliest());
        Intake intake = new Intake();
        HealthJudge judge = new HealthJudge(config.stateTopic(), topic.id(), starts, PATIENCE_MS);
        try (LogReader reader = new LogReader(new KafkaConsumer<>(ClientSettings.consumer(config)))) {
            reader.begin(config.stateTopic(), starts);
            ViewThread thread = new ViewThread(reader, lookout, judge, intake);
            KafkaStateTopic client = new KafkaStateTopic(
                    topic, config.timeout(), thread, reader, lookout, intake, Thread.currentThread());
            readAll(client, thread);
            checkFormat(client, thread, intake, lookout);
            checkIdentity(topic, intake);
            LOG.info("Opened topic {} (id {}): {} records", config.stateTopic(), topic.id(), intake.read());
            opened.complete(client);
            while (!client.isClosed()) {
                thread.turn();
            }
            thread.end(KafkaStateTopic.closedException());
        } finally {
            admin.close(CLOSE);
        }
    }

    private Map<Integer, Long> offsets(Lookout lookout, OffsetSpec spec) {
        Map<Integer, Long> offsets = new TreeMap<>();
        lookout.listOffsets(IntStream.range(0, StatePartitions.COUNT).boxed().toList(), spec)
                .forEach((partition, answer) -> offsets.put(
                        partition,
                        answers.get(
                                answer, "reading offsets of partition " + partition + " of " + config.stateTopic())));
        return offsets;
    }

    private void readAll(StateTopic client, ViewThread thread) {
        CompletableFuture<Boolean> read = client.readToEnd(view -> true);
        while (!read.isDone()) {
            thread.turn();
        }
        answers.get(read, "reading topic " + config.stateTopic());
    }

    private void checkFormat(StateTopic client, ViewThread thread, Intake intake, Lookout lookout) {
        boolean untouched = false;
        if (magic(intake).isEmpty()) {
            // Asked before the next read: what another daemon writes after this question is read or not, and proves
            // nothing.
            untouched = offsets(lookout, OffsetSpec.latest()).values().stream().allMatch(end -> end == 0);
            readAll(client, thread);
        }
        FormatCheck.Verdict verdict = FormatCheck.judge(magic(intake), untouched, create);
        if (verdict == FormatCheck.Verdict.NEW) {
            writeFormat();
            readAll(client, thread);
            verdict = FormatCheck.judge(magic(intake), false, create);
        }
        if (verdict != FormatCheck.Verdict.OURS) {
            throw new StateTopicException(
                    verdict == FormatCheck.Verdict.NOT_SET_UP ? Reason.NOT_FOUND : Reason.FOREIGN_FORMAT,
                    FormatCheck.text(verdict, config.stateTopic()));
        }
    }

    private void checkIdentity(PreparedTopic topic, Intake intake) {
        config.memory()
                .map(folder -> new TopicMemory(folder, topic.clusterId(), config.stateTopic()))
                .ifPresent(memory -> memory.meet(
                        topic.id(),
                        known -> intake.view()
                                .get(new RecordKey.RestoredFrom(Topics.id(known)))
                                .isPresent()));
    }

    private static Optional<RecordValue> magic(Intake intake) {
        return intake.view().get(FormatCheck.RECORD.key());
    }

    /** Several daemons may do so at once: they write the same. */
    private void writeFormat() {
        StateCodec codec = new StateCodec();
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(ClientSettings.plainProducer(config))) {
            var sent = producer.send(new ProducerRecord<>(
                    config.stateTopic(),
                    StatePartitions.of(FormatCheck.RECORD.key()),
                    codec.encode(FormatCheck.RECORD.key()),
                    codec.encode(FormatCheck.RECORD.value())));
            answers.get(sent, "writing the format to topic " + config.stateTopic());
        }
    }
}
