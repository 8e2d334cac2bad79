// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.byhand;

import static io.kmirrord.it.fixture.AdminAnswers.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.it.fixture.Clients;
import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Places;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.Sites;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of a copy whose topic at the source is deleted, and of topics that more than one mirror means. */
@Tag("long")
class AtTheSourceIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final int RACES = 20;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture keeps;
    private static MirrorFixture stops;
    private static Places there;

    @BeforeAll
    static void start() {
        KafkaCluster source = CLUSTERS.start("source", Sites.oneBroker());
        keeps = MirrorFixture.start(
                CLUSTERS, "destination", source, KafkaCluster.builder().brokers(1), List.of(), Map.of());
        stops = MirrorFixture.between(CLUSTERS, "second", source, keeps.site(), Map.of("on.source.delete", "stop"));
        there = CLUSTERS.manage(new Places(source));
    }

    private static void mirrored(MirrorFixture mirror, String... topics) {
        for (String topic : topics) {
            Records.create(mirror.source(), topic, 2, 1);
            Records.write(mirror.source(), topic, 2, 500);
        }
        mirror.startTopics(List.of(topics));
        mirror.awaitMirrored(List.of(topics));
    }

    private static void sync(MirrorFixture mirror) {
        Console sync = Console.at(mirror.destination(), "sync", mirror.mirror());
        assertThat(sync.exitCode()).as(sync.out() + sync.err()).isEqualTo(ExitCode.OK);
    }

    private static long copied(String topic) {
        return keeps.destinationOffsets().of(List.of(topic)).values().stream()
                .mapToLong(offsets -> offsets.highWatermark())
                .sum();
    }

    @Test
    void aCopyIsKeptAndNobodysUntilItIsStopped() throws Exception {
        mirrored(keeps, "kept");
        long copied = copied("kept");
        there.admin().deleteTopics(List.of("kept")).all().get();
        String why = keeps.mirrors().awaitFailed(keeps.mirror(), "kept", 2, FailureCode.SOURCE_TOPIC_DELETED, SOON);
        assertThat(why).contains("does not exist at the source");
        sync(keeps);
        Console described = Console.at(keeps.destination(), "describe", keeps.mirror(), "--topics", "kept", "--failed");
        assertThat(described.out()).contains("SOURCE_TOPIC_DELETED", "kept");
        assertThat(copied("kept")).isEqualTo(copied);
        keeps.mirrors().wish(keeps.mirror(), List.of("kept"), Desired.STOPPED);
        keeps.mirrors().awaitState(keeps.mirror(), "kept", 2, StateName.STOPPED, SOON);
        Records.write(keeps.destination(), new TopicPartition("kept", 0), 10, 10);
    }

    @Test
    void aCopyIsStoppedWhereTheMirrorSaysSoAndNeverFoundAgain() throws Exception {
        mirrored(stops, "left", "living");
        long copied = copied("left");
        there.admin().deleteTopics(List.of("left")).all().get();
        assertThat(Poll.until(SOON, () -> {
                    sync(stops);
                    return stops.mirrors().states(stops.mirror(), "left").values().stream()
                            .allMatch(state -> state.state() == StateName.STOPPED);
                }))
                .as(() -> stops.mirrors().describe(stops.mirror(), "left") + stops.daemonLogs())
                .isTrue();
        assertThat(copied("left")).as("and the mark of the stop").isBetween(copied, copied + 2);
        Records.create(stops.source(), "left", 2, 1);
        Records.write(stops.source(), "left", 2, 500);
        sync(stops);
        Records.write(stops.destination(), new TopicPartition("left", 0), 10, 10);
        stops.mirrors().awaitState(stops.mirror(), "left", 2, StateName.STOPPED, SOON);
        Records.write(stops.source(), "living", 2, 100);
        stops.awaitMirrored(List.of("living"));
    }

    @Test
    void aTopicThatTwoMirrorsMeanHasOneAndWhatIsHereAlreadyIsLeftAlone() {
        mirrored(keeps, "shared-a");
        Records.create(keeps.destination(), "shared-local", 1, 1);
        Records.write(keeps.destination(), "shared-local", 1, 30);
        for (String topic : List.of("shared-local", "shared-new")) {
            Records.create(keeps.source(), topic, 1, 1);
            Records.write(keeps.source(), topic, 1, 100);
        }
        stops.startTopics(List.of("shared-.*"));
        stops.awaitMirrored(List.of("shared-new"));
        sync(stops);
        sync(keeps);
        assertThat(stops.notSynced())
                .contains(
                        "topic 'shared-a': mirror '" + keeps.mirror() + "' has it, wished MIRRORING",
                        "topic 'shared-local' exists at the destination");
        assertThat(stops.mirrors()
                        .topic()
                        .readToEnd(
                                view -> Set.copyOf(view.topics(stops.mirror()).keySet()))
                        .join())
                .doesNotContain("shared-a", "shared-local");
        assertThat(copied("shared-local")).isEqualTo(30);
        Records.write(keeps.source(), "shared-a", 2, 100);
        keeps.awaitMirrored(List.of("shared-a"));
    }

    /** Asked at the same moment, again and again: each topic has one mirror, and no partition of it fails in the other. */
    @Test
    void twoMirrorsThatFindATopicAtTheSameMomentLeaveItToOne() {
        mirrored(keeps, "race-first");
        mirrored(stops, "race-second");
        config(keeps, "--add-topics", "race-.*");
        config(stops, "--add-topics", "race-.*");
        for (int i = 0; i < RACES; i++) {
            String topic = "race-" + i;
            Records.create(keeps.source(), topic, 1, 1);
            CompletableFuture<Void> both = CompletableFuture.allOf(
                    CompletableFuture.runAsync(() -> sync(keeps)), CompletableFuture.runAsync(() -> sync(stops)));
            both.join();
            assertThat(Poll.until(SOON, () -> hasOneMirror(topic)))
                    .as(() -> keeps.mirrors().describe(keeps.mirror(), topic) + " | "
                            + stops.mirrors().describe(stops.mirror(), topic) + keeps.daemonLogs())
                    .isTrue();
        }
        for (int i = 0; i < RACES; i++) {
            assertThat(hasOneMirror("race-" + i)).as("race-" + i).isTrue();
        }
        config(keeps, "--remove-topics", "race-.*");
        config(stops, "--remove-topics", "race-.*");
    }

    private static boolean hasOneMirror(String topic) {
        return Stream.of(keeps, stops)
                        .flatMap(fixture -> fixture.mirrors().states(fixture.mirror(), topic).values().stream())
                        .map(Recorded::state)
                        .toList()
                        .equals(List.of(StateName.MIRRORING))
                && keeps.mirrors()
                                .topic()
                                .readToEnd(view -> view.wishesFor(topic).size())
                                .join()
                        == 1;
    }

    private static void config(MirrorFixture mirror, String... change) {
        List<String> arguments = new ArrayList<>(List.of("config", mirror.mirror()));
        arguments.addAll(List.of(change));
        Console config = Console.at(mirror.destination(), arguments.toArray(String[]::new));
        assertThat(config.exitCode()).as(config.out() + config.err()).isEqualTo(ExitCode.OK);
    }

    private static Set<String> here() {
        return answer(keeps.destinationOffsets().admin().listTopics().names());
    }

    @Test
    void anExcludeThatIsAddedKeepsNewTopicsOutAndALiveOneWritableForNobody() {
        mirrored(keeps, "edit-live");
        config(keeps, "--add-topics", "edit-.*", "--add-exclude", "edit-(live|out)");
        for (String topic : List.of("edit-in", "edit-out")) {
            Records.create(keeps.source(), topic, 1, 1);
            Records.write(keeps.source(), topic, 1, 100);
        }
        sync(keeps);
        keeps.awaitMirrored(List.of("edit-in"));
        sync(keeps);
        assertThat(here()).doesNotContain("edit-out");
        try (Producer<String, String> producer =
                Clients.plain(keeps.destination().bootstrapServers(), "all")) {
            assertThatThrownBy(() -> Clients.send(producer, "edit-live", 0, "x"))
                    .isInstanceOf(PolicyViolationException.class);
        }
        Records.write(keeps.source(), "edit-live", 2, 100);
        keeps.awaitMirrored(List.of("edit-live"));
        config(keeps, "--remove-exclude", "edit-(live|out)");
        sync(keeps);
        keeps.awaitMirrored(List.of("edit-out"));
        config(keeps, "--remove-topics", "edit-.*");
    }
}
