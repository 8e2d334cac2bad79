// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.it.fixture.Clients;
import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.Metrics;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.testkit.compare.Offsets;
import io.kmirrord.testkit.mirror.DaemonProcess;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.PolicyViolationException;

/** What an operator of a mirror does, and sees. Not thread-safe. */
record Operator(MirrorFixture fixture) {
    static final String STATE = "__mirror_state";
    static final Duration SOON = Duration.ofSeconds(90);
    private static final String MIRROR = MirrorFixture.MIRROR;
    private static final int LINES = 2_000;

    /** Mirrors a new topic of 300 records per partition, and waits until all are there. */
    void mirror(String topic, int partitions) {
        Records.create(fixture.source(), topic, partitions, 1);
        Records.write(fixture.source(), topic, partitions, 300);
        fixture.startTopics(List.of(topic));
        fixture.mirrors().awaitState(MIRROR, topic, partitions, StateName.MIRRORING, SOON);
        fixture.awaitMirrored(List.of(topic));
    }

    Collection<DaemonProcess> daemons() {
        return fixture.daemons().byNode().values();
    }

    /** Where a topic begins and ends at the destination, by partition. */
    Map<TopicPartition, Offsets> destination(String topic) {
        return fixture.destinationOffsets().of(List.of(topic));
    }

    void await(String what, BooleanSupplier condition) {
        assertThat(Poll.until(SOON, condition))
                .as(() -> what + "\n" + fixture.daemonLogs())
                .isTrue();
    }

    /** Runs {@code mirrorctl} at the destination, which must succeed. */
    void mirrorctl(String... arguments) {
        Console console = Console.at(fixture.destination(), arguments);
        assertThat(console.exitCode()).as(console.out() + console.err()).isZero();
    }

    /** Deletes the state topic and waits until every daemon has noticed. */
    void deleteStateTopic() throws Exception {
        fixture.destinationOffsets().admin().deleteTopics(List.of(STATE)).all().get();
        awaitLost("(id " + fixture.mirrors().topic().topicId() + ") was deleted");
    }

    /** Waits until every daemon says that the state topic is lost, and why, shows it, and acts for no partition. */
    void awaitLost(String reason) {
        await(
                "every daemon has noticed",
                () -> daemons().stream()
                        .map(daemon -> daemon.logTail(LINES))
                        .allMatch(log -> log.lines()
                                .anyMatch(line -> line.contains("the state topic is lost, nothing is done any more")
                                        && line.contains(reason))));
        await(
                "no partition is acted for",
                () -> Metrics.sum(daemons(), "kmirrord_state_topic_healthy") == 0
                        && Metrics.sum(daemons(), "kmirrord_partitions{mirror=\"" + MIRROR + "\",state=\"MIRRORING\"}")
                                == 0);
    }

    void stopDaemons() {
        daemons()
                .forEach(daemon ->
                        assertThat(daemon.stop()).as("SIGTERM is enough").isTrue());
    }

    void startDaemons() {
        fixture.reopenMirrors();
        fixture.daemons().start();
    }

    /** Fails unless the destination refuses a client's write. */
    void requireFenced(String topic) {
        try (Producer<String, String> client =
                Clients.idempotent(fixture.destination().bootstrapServers())) {
            assertThatThrownBy(() -> client.send(new ProducerRecord<>(topic, 0, "k", "v"))
                            .get())
                    .hasCauseInstanceOf(PolicyViolationException.class);
        }
    }

    /** Writes to the state topic what another program might. */
    void writeToState(int partition, String key, String value) throws Exception {
        try (Producer<String, String> client =
                Clients.idempotent(fixture.destination().bootstrapServers())) {
            client.send(new ProducerRecord<>(STATE, partition, key, value)).get();
        }
    }
}
