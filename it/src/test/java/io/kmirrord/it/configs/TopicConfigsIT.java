// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.configs;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Sites;
import io.kmirrord.it.fixture.TopicSettings;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaVersion;
import io.kmirrord.testkit.cluster.Versions;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The table of the guide, between an older source and a destination of one broker: what becomes of a topic's configs. */
class TopicConfigsIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String HOUR = "3600000";
    private static final String DAY = "86400000";

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;
    private static TopicSettings there;
    private static TopicSettings here;

    @BeforeAll
    static void start() {
        KafkaCluster source = CLUSTERS.start(
                "source", Sites.oneBroker(Versions.OLD_SOURCES.get(0)).property("message.max.bytes", "2000000"));
        fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                KafkaCluster.builder().brokers(1),
                List.of(),
                Map.of(
                        "configs.sync.interval.ms",
                        "300",
                        "source.shrink.delay.ms",
                        HOUR,
                        "topic.properties.exclude",
                        "flush.ms",
                        "topic.config.segment.ms",
                        HOUR));
        there = CLUSTERS.manage(new TopicSettings(source));
        here = CLUSTERS.manage(new TopicSettings(fixture.destination()));
    }

    private static void mirrored(String topic, Map<String, String> configs) {
        there.create(topic, configs);
        fixture.startTopics(List.of(topic));
        fixture.mirrors().awaitState(fixture.mirror(), topic, 1, StateName.MIRRORING, SOON);
    }

    private static void awaitHere(String topic, Map<String, String> configs) {
        assertThat(Poll.until(SOON, () -> here.own(topic).equals(configs)))
                .as(() -> here.own(topic) + " instead of " + configs + "\n" + fixture.notSynced() + "\n"
                        + fixture.daemonLogs())
                .isTrue();
    }

    private static void awaitTold(String words) {
        assertThat(Poll.until(SOON, () -> fixture.notSynced().contains(words)))
                .as(() -> words + " is not in " + fixture.notSynced() + "\n" + fixture.daemonLogs())
                .isTrue();
    }

    private static RecordValue.ConfigSync memory(String topic) {
        return (RecordValue.ConfigSync) fixture.mirrors()
                .topic()
                .readToEnd(view -> {
                    long generation =
                            view.wish(fixture.mirror(), topic).orElseThrow().generation();
                    return view.get(new RecordKey.ConfigSync(fixture.mirror(), topic, generation))
                            .orElseThrow();
                })
                .join();
    }

    @Test
    void setChangedRemovedOverriddenExcluded() {
        mirrored("rows", Map.of("retention.ms", DAY, "flush.ms", "5", "segment.ms", DAY, "max.message.bytes", "70000"));
        Map<String, String> created = Map.of("retention.ms", DAY, "segment.ms", HOUR, "max.message.bytes", "70000");
        assertThat(here.own("rows")).as("from the first byte on").isEqualTo(created);

        there.set("rows", Map.of("compression.type", "gzip", "max.message.bytes", "80000", "min.insync.replicas", "1"));
        here.set("rows", Map.of("flush.messages", "7", "flush.ms", "9"));
        awaitHere(
                "rows",
                Map.of(
                        "retention.ms", DAY,
                        "segment.ms", HOUR,
                        "max.message.bytes", "80000",
                        "compression.type", "gzip",
                        "flush.messages", "7",
                        "flush.ms", "9"));

        here.set("rows", Map.of("max.message.bytes", "90000", "segment.ms", DAY));
        here.remove("rows", "compression.type");
        awaitHere(
                "rows",
                Map.of(
                        "retention.ms", DAY,
                        "segment.ms", HOUR,
                        "max.message.bytes", "80000",
                        "compression.type", "gzip",
                        "flush.messages", "7",
                        "flush.ms", "9"));

        // The destination's default of retention is longer: nothing is lost by it.
        there.remove("rows", "retention.ms", "max.message.bytes", "compression.type", "flush.ms");
        awaitHere("rows", Map.of("segment.ms", HOUR, "flush.messages", "7", "flush.ms", "9"));
    }

    @Test
    @Tag("long")
    @DisplayName("F10: what lets the copy keep less waits, is told, and is not applied once it is taken back")
    void f10AShorterRetentionWaits() {
        mirrored("shrinks", Map.of("retention.ms", DAY));
        mirrored("mistaken", Map.of("cleanup.policy", "compact"));
        mirrored("events", Map.of());
        there.set("shrinks", Map.of("retention.ms", HOUR));
        there.set("mistaken", Map.of("cleanup.policy", "delete", "max.message.bytes", "70000"));
        awaitTold("config shrinks retention.ms is " + HOUR + " at the source, " + DAY + " here: less would be kept");
        there.set("events", Map.of("cleanup.policy", "compact", "max.message.bytes", "70000"));
        awaitTold("config events cleanup.policy is compact at the source, delete here: less would be kept");
        awaitHere("events", Map.of("segment.ms", HOUR, "max.message.bytes", "70000"));
        there.remove("events", "cleanup.policy");
        assertThat(Poll.until(SOON, () -> memory("events").shrinks().isEmpty())).isTrue();
        // The rest of it did not wait.
        awaitHere("mistaken", Map.of("cleanup.policy", "compact", "segment.ms", HOUR, "max.message.bytes", "70000"));
        assertThat(memory("mistaken").shrinks()).containsKey("cleanup.policy");
        assertThat(here.own("shrinks")).containsEntry("retention.ms", DAY);
        there.set("mistaken", Map.of("cleanup.policy", "compact"));
        assertThat(Poll.until(SOON, () -> memory("mistaken").shrinks().isEmpty()))
                .isTrue();
        Console shorter =
                Console.at(fixture.destination(), "config", fixture.mirror(), "--set", "source.shrink.delay.ms=100");
        assertThat(shorter.exitCode()).as(shorter.err()).isEqualTo(ExitCode.OK);
        awaitHere("shrinks", Map.of("retention.ms", HOUR, "segment.ms", HOUR));
        assertThat(here.own("mistaken")).containsEntry("cleanup.policy", "compact");
        assertThat(here.own("events")).doesNotContainKey("cleanup.policy");
    }

    @Test
    @Tag("long")
    void whatCannotBeTakenOverIsToldAndTheRestGoesOnWithoutWritesInTheSteadyState() {
        mirrored("odd", Map.of("unclean.leader.election.enable", "true"));
        mirrored("pacer", Map.of());
        there.set("odd", Map.of("compression.type", "lz4"));
        boolean old = fixture.source().version().compareTo(KafkaVersion.parse("4.0.0")) < 0;
        if (old) {
            // Kafka 4 accepts no segments this small, as a source neither.
            there.set("odd", Map.of("segment.bytes", "20000"));
        }
        awaitHere("odd", Map.of("segment.ms", HOUR, "compression.type", "lz4"));
        awaitTold("topic odd the source may elect a leader that lacks records");
        awaitTold("config max.message.bytes is 2000000 by default at the source, 1048588 here: producers of larger"
                + " records would be refused here after a failover");
        if (old) {
            awaitTold("config odd segment.bytes cannot become 20000 here");
        }
        RecordValue.ConfigSync before = memory("odd");
        for (String bytes : List.of("50000", "60000", "70000")) {
            there.set("pacer", Map.of("max.message.bytes", bytes));
            awaitHere("pacer", Map.of("segment.ms", HOUR, "max.message.bytes", bytes));
        }
        assertThat(memory("odd")).as("rounds went by").isEqualTo(before);
    }
}
