// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.diff;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Places;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.TopicSettings;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.Versions;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code mirrorctl diff} finds what differs between two clusters, and says what it may not or cannot read. */
@Tag("long")
class DiffIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final int RECORDS = 100;
    private static final Map<String, String> SETTINGS = Map.of(
            "groups.sync.interval.ms",
            "300",
            "configs.sync.interval.ms",
            "300",
            "topic.properties.exclude",
            "flush.ms");
    private static final TopicPartition ORDERS = new TopicPartition("orders", 0);

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;
    private static TopicSettings configs;
    private static Places there;
    private static Places here;
    private static Accounts source;
    private static Accounts destination;

    @BeforeAll
    static void start() {
        KafkaCluster from = CLUSTERS.start("source", KafkaCluster.builder().brokers(1));
        fixture = MirrorFixture.start(
                CLUSTERS, "destination", from, KafkaCluster.builder().brokers(1), List.of(), SETTINGS);
        configs = CLUSTERS.manage(new TopicSettings(fixture.destination()));
        there = CLUSTERS.manage(new Places(from));
        here = CLUSTERS.manage(new Places(fixture.destination()));
        source = CLUSTERS.manage(new Accounts(from));
        destination = CLUSTERS.manage(new Accounts(fixture.destination()));
    }

    private static Console diff(String... arguments) {
        List<String> all = new ArrayList<>(List.of("diff"));
        all.addAll(List.of(arguments));
        return Console.at(fixture.destination(), all.toArray(String[]::new));
    }

    private static void awaitExit(int code, String... arguments) {
        Console[] last = new Console[1];
        assertThat(Poll.until(SOON, () -> {
                    last[0] = diff(arguments);
                    return last[0].exitCode() == code;
                }))
                .as(() -> last[0] + "\n" + fixture.daemonLogs())
                .isTrue();
    }

    private static List<String> texts(JsonNode rows, String... fields) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(row -> String.join(
                        " | ",
                        List.of(fields).stream()
                                .map(field -> row.path(field).asText("-"))
                                .toList()))
                .toList();
    }

    private static void mirrored(String topic) {
        Records.create(fixture.source(), topic, 1, 1);
        Records.write(fixture.source(), topic, 1, RECORDS);
        fixture.startTopics(List.of(topic));
        fixture.awaitMirrored(List.of(topic));
    }

    @Test
    void everySubjectIsComparedAndWhatIsPutRightIsNoDifferenceAnyMore() throws IOException {
        mirrored("orders");
        mirrored("gone");
        there.commit("g", ORDERS, 40);
        awaitExit(ExitCode.OK, fixture.mirror());

        here.commit("g", ORDERS, 90);
        configs.set("orders", Map.of("flush.ms", "9"));
        destination.deleteTopic("gone");
        source.producerRate("ada", 1_048_576.0);
        destination.addUser("bob");
        Console found = diff(fixture.mirror(), "-o", "json");
        assertThat(found.exitCode()).as(found + "\n" + fixture.daemonLogs()).isEqualTo(ExitCode.DIFFERENCES);
        assertThat(texts(
                        found.json().path("differences"),
                        "subject",
                        "name",
                        "kind",
                        "source",
                        "destination",
                        "intended"))
                .containsExactly(
                        "topics | gone | ONLY_SOURCE | 1 partition | - | false",
                        "configs | orders flush.ms | ONLY_DESTINATION | - | 9 | true",
                        "groups | g orders-0 | DIFFERS | offset 40 | offset 90 | false",
                        "quotas | user=ada producer_byte_rate | ONLY_SOURCE | 1048576 | - | false",
                        "users | bob | ONLY_DESTINATION | - | SCRAM-SHA-256 | false");
        assertThat(found.json().path("notRead")).isEmpty();
        holdsNoSecret(found.out() + found.err() + diff(fixture.mirror()).out());
        assertThat(diff(fixture.mirror(), "--topics", "orders", "--only", "topics,configs")
                        .exitCode())
                .as("what is intended does not count")
                .isEqualTo(ExitCode.OK);
        assertThat(diff(fixture.mirror(), "--topics", "nothing.*").exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(leftOver()).as("requests and outcomes of comparisons").isEmpty();

        there.commit("g", ORDERS, 90);
        source.deleteTopic("gone");
        source.producerRate("ada", null);
        destination.removeUser("bob");
        awaitExit(ExitCode.OK, fixture.mirror());
    }

    private static void holdsNoSecret(String text) {
        for (String secret : List.of(Accounts.PASSWORD, Accounts.SALT)) {
            assertThat(text)
                    .doesNotContain(secret)
                    .doesNotContain(Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8)));
        }
        assertThat(text).contains("bob").doesNotContain(Integer.toString(Accounts.ITERATIONS));
    }

    private static List<RecordKey> leftOver() {
        return fixture.mirrors()
                .topic()
                .readToEnd(view -> view.records().stream()
                        .filter(record -> record.value() instanceof RecordValue.DiffRequest
                                || (record.value() instanceof RecordValue.Outcome outcome
                                        && outcome.details().containsKey("subjects")))
                        .map(StateRecord::key)
                        .toList())
                .join();
    }

    @Test
    void anOldSourceIsComparedAsFarAsItKnowsAndOneThatIsDownIsUnreachable() throws IOException {
        KafkaCluster old = CLUSTERS.start(
                "old", KafkaCluster.builder().version(Versions.OLD_SOURCES.get(Versions.OLD_SOURCES.size() - 1)));
        MirrorFixture mirror = MirrorFixture.between(CLUSTERS, "from-old", old, fixture.site(), SETTINGS);
        Records.create(old, "past", 2, 1);
        Records.write(old, "past", 2, RECORDS);
        mirror.startTopics(List.of("past"));
        try (Places places = new Places(old)) {
            places.commit("of-old", new TopicPartition("past", 1), 20);
        }
        awaitExit(ExitCode.OK, mirror.mirror(), "--only", "topics,configs,groups");

        Console found = diff(mirror.mirror(), "-o", "json");
        assertThat(found.exitCode()).as(found + "\n" + fixture.daemonLogs()).isEqualTo(ExitCode.PARTIAL);
        assertThat(texts(found.json().path("notRead"), "subject", "side", "message"))
                .containsExactly(
                        "quotas | source | cannot be read at the source: its release does not know the question,"
                                + " which Kafka answers since 2.6",
                        "users | source | cannot be read at the source: its release does not know the question,"
                                + " which Kafka answers since 2.7, and with KRaft since 3.5");
        assertThat(found.json().path("differences")).isEmpty();

        old.close();
        Console silent = diff(mirror.mirror(), "--timeout", "20s");
        assertThat(silent.exitCode()).as(silent + "\n" + fixture.daemonLogs()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(silent.err()).contains("KM4002", "'from-old'");
    }
}
