// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.daemon.fake.FakeConfigs;
import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.daemon.fake.RecordedStates;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Shrink;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rounds against configs and a state topic in memory. */
final class ConfigSyncTest {
    private static final String MIRROR = "m";
    private static final UUID A = new UUID(1, 1);
    private static final UUID B = new UUID(1, 2);
    private static final long GENERATION = 7;

    private final FakeStateTopic topic = new FakeStateTopic();
    private final FakeConfigs source = new FakeConfigs();
    private final FakeConfigs here = new FakeConfigs();
    private final Map<String, UUID> ids = new HashMap<>(Map.of("a", A, "b", B));
    private final AtomicLong clock = new AtomicLong(1_000_000);
    private final EventQueue queue = new EventQueue("kmirrord-configs-test");
    private final ConfigSync sync = sync(1);
    private Runnable asked = () -> {};

    private ConfigSync sync(int node) {
        return new ConfigSync(new ConfigSync.Parts(
                queue,
                topic,
                topic,
                () -> CompletableFuture.completedFuture(source),
                here,
                topics -> {
                    asked.run();
                    Map<String, UUID> found = new HashMap<>(ids);
                    found.keySet().retainAll(topics);
                    return CompletableFuture.completedFuture(found);
                },
                MIRROR,
                node,
                clock::get));
    }

    @BeforeEach
    void twoMirroredTopics() {
        settings(1, Map.of());
        wish("a", A, GENERATION, 0, Desired.MIRRORING);
        wish("b", B, GENERATION, 0, Desired.MIRRORING);
        state("a", A, GENERATION, StateName.MIRRORING);
        state("b", B, GENERATION, StateName.MIRRORING);
    }

    @AfterEach
    void close() {
        queue.close();
    }

    private void settings(int revision, Map<String, String> own) {
        Map<String, String> config = new HashMap<>(own);
        config.put("source.bootstrap.servers", "source:9092");
        topic.put(
                new RecordKey.Mirror(MIRROR, revision, "op"),
                new RecordValue.Mirror(config, List.of("a"), List.of(), "source", 1, false, 0));
    }

    private void wish(String name, UUID id, long generation, int revision, Desired desired) {
        topic.put(
                new RecordKey.MirrorTopic(MIRROR, name, generation, revision, "op"),
                new RecordValue.MirrorTopic(id, desired, false, false, 0));
    }

    private void state(String name, UUID id, long generation, StateName state) {
        StateRecord record = RecordedStates.of(MIRROR, name, id, 0, generation, state, null);
        topic.put(record.key(), record.value());
    }

    private List<Skipped> round() {
        return round(sync);
    }

    private List<Skipped> round(ConfigSync of) {
        return CompletableFuture.completedFuture(of)
                .thenComposeAsync(ConfigSync::now, queue::post)
                .orTimeout(10, TimeUnit.SECONDS)
                .join();
    }

    private RecordValue.ConfigSync memory(String name, long generation) {
        return (RecordValue.ConfigSync) topic.ask(view ->
                view.get(new RecordKey.ConfigSync(MIRROR, name, generation)).orElseThrow());
    }

    private RecordValue.SyncReport report(int node) {
        return (RecordValue.SyncReport)
                topic.ask(view -> view.get(new RecordKey.SyncReport(MIRROR, ConfigSync.SUBJECT, node))
                        .orElseThrow());
    }

    private static List<String> reasons(List<Skipped> skipped) {
        return skipped.stream().map(one -> one.name() + " " + one.reason()).toList();
    }

    @Test
    void bothTopicsFollowInOneRequestAndThenNothingIsWritten() {
        source.set("a", "segment.bytes", "1048576");
        source.set("b", "retention.ms", "700000000");
        source.set("b", "min.insync.replicas", "3");
        here.set("b", "flush.ms", "5");
        assertThat(round()).isEmpty();
        assertThat(here.altered()).hasSize(1);
        assertThat(here.own("a")).isEqualTo(Map.of("segment.bytes", "1048576"));
        assertThat(here.own("b")).isEqualTo(Map.of("retention.ms", "700000000", "flush.ms", "5"));
        assertThat(memory("b", GENERATION).set()).isEqualTo(Map.of("retention.ms", "700000000"));
        int writes = topic.writes().size();
        round();
        round(sync(2));
        assertThat(topic.writes()).as("steady state").hasSize(writes);
        assertThat(here.altered()).hasSize(1);
        assertThat(sync.status().changed()).isEqualTo(2);
        source.set("b", "retention.ms", null);
        round();
        // Less is kept without it than with it: it waits.
        assertThat(here.own("b")).containsKey("retention.ms");
        source.set("a", "segment.bytes", null);
        round();
        assertThat(here.own("a")).isEmpty();
    }

    private Map<String, Integer> counts() {
        RecordValue.SyncReport newest =
                topic.ask(view -> view.newestSyncReports(MIRROR)).get(ConfigSync.SUBJECT);
        return newest == null ? Map.of() : newest.counts();
    }

    @Test
    void whatIsChangedIsRecordedBeforeItIsChanged() {
        source.set("a", "segment.bytes", "1048576");
        topic.refuse(new IllegalStateException("no state topic"));
        assertThatThrownBy(this::round).hasMessageContaining("no state topic");
        assertThat(here.altered()).isEmpty();
        topic.refuse(null);
        round();
        assertThat(here.own("a")).containsKey("segment.bytes");
    }

    @Test
    void topicsThatAreNotToBeMirroredByThisMirrorAreLeftAlone() {
        source.set("a", "segment.bytes", "1048576");
        source.set("b", "segment.bytes", "1048576");
        wish("a", A, GENERATION, 1, Desired.PAUSED);
        wish("b", B, GENERATION, 1, Desired.STOPPED);
        assertThat(round()).isEmpty();
        wish("a", A, GENERATION, 2, Desired.MIRRORING);
        topic.put(
                new RecordKey.Mirror("other", 1, "op"),
                new RecordValue.Mirror(
                        Map.of("source.bootstrap.servers", "x:1"), List.of("a"), List.of(), "x", 1, false, 0));
        topic.put(
                new RecordKey.MirrorTopic("other", "a", GENERATION + 1, 0, "op"),
                new RecordValue.MirrorTopic(A, Desired.MIRRORING, false, false, 0));
        List<Skipped> skipped = round();
        assertThat(here.altered()).isEmpty();
        assertThat(reasons(skipped)).as("the last one it has, too").containsExactly("a OTHER_MIRROR");
        assertThat(skipped.get(0).text()).contains("mirror 'other' has been given the topic later");
        topic.put(
                new RecordKey.MirrorTopic("other", "a", GENERATION + 1, 1, "op"),
                new RecordValue.MirrorTopic(A, Desired.STOPPED, false, false, 0));
        round();
        assertThat(here.own("a")).containsKey("segment.bytes");
    }

    @Test
    void aTopicThatIsStoppedOrReplacedBetweenLookAndChangeIsLeftAlone() {
        source.set("a", "segment.bytes", "1048576");
        source.set("b", "segment.bytes", "1048576");
        ids.put("b", new UUID(9, 9));
        asked = () -> wish("a", A, GENERATION, 1, Desired.STOPPED);
        round();
        assertThat(here.altered()).isEmpty();
    }

    @Test
    void theNextOwnerKnowsWhatWasTakenOverAndSinceWhenSomethingWaits() {
        source.set("a", "segment.bytes", "1048576");
        source.set("a", "retention.ms", "1000");
        assertThat(reasons(round())).containsExactly("a retention.ms SHRINK_DELAYED");
        assertThat(memory("a", GENERATION).shrinks()).isEqualTo(Map.of("retention.ms", new Shrink("1000", 1_000_000)));
        assertThat(report(1).counts()).isEqualTo(Map.of("SHRINK_DELAYED", 1));
        clock.addAndGet(86_400_000);
        source.set("a", "segment.bytes", null);
        assertThat(round(sync(2))).isEmpty();
        assertThat(here.own("a")).isEqualTo(Map.of("retention.ms", "1000"));
        Map<RecordKey.SyncReport, RecordValue.SyncReport> reports = topic.ask(view -> view.syncReports(MIRROR));
        assertThat(reports).as("of the owner before").isEmpty();
    }

    @Test
    void anotherGenerationBeginsAnewAndWhatWasRecordedOfTheLastGoes() {
        source.set("a", "segment.bytes", "1048576");
        round();
        wish("a", A, GENERATION + 1, 0, Desired.MIRRORING);
        state("a", A, GENERATION + 1, StateName.MIRRORING);
        source.set("a", "segment.bytes", null);
        round();
        assertThat(here.own("a")).as("was the operator's between them").containsKey("segment.bytes");
        Map<RecordKey.ConfigSync, RecordValue.ConfigSync> memories = topic.ask(view -> view.configSyncs(MIRROR));
        assertThat(memories.keySet()).doesNotContain(new RecordKey.ConfigSync(MIRROR, "a", GENERATION));
    }

    @Test
    void oneValueThatIsRefusedKeepsNoOtherAwayAndIsNotTriedEachRound() {
        source.set("a", "segment.bytes", "14");
        source.set("a", "retention.ms", "700000000");
        source.set("b", "flush.ms", "9");
        here.refuseKey("segment.bytes", "at least 1048576");
        assertThat(reasons(round())).containsExactly("a segment.bytes INVALID_VALUE");
        assertThat(here.own("a")).isEqualTo(Map.of("retention.ms", "700000000"));
        assertThat(here.own("b")).isEqualTo(Map.of("flush.ms", "9"));
        int requests = here.altered().size();
        int writes = topic.writes().size();
        assertThat(reasons(round())).containsExactly("a segment.bytes INVALID_VALUE");
        assertThat(here.altered()).hasSize(requests);
        assertThat(topic.writes()).hasSize(writes);
        clock.addAndGet(600_000);
        round();
        assertThat(here.altered()).as("the brokers may accept it by now").hasSizeGreaterThan(requests);
    }

    @Test
    void missingPermissionsAreNamedAndTheRestGoesOn() {
        source.set("b", "segment.bytes", "1048576");
        ConfigRefusal denied = new ConfigRefusal(ConfigRefusal.Kind.DENIED, "not authorized");
        source.refuse("a", denied);
        List<Skipped> skipped = round();
        assertThat(reasons(skipped)).containsExactly("a SOURCE_UNAUTHORIZED");
        assertThat(skipped.get(0).text()).contains("grant DESCRIBE_CONFIGS on the topic to the mirror's principal");
        assertThat(here.own("b")).containsKey("segment.bytes");
        source.refuse("a", null);
        here.refuse("a", denied);
        source.set("b", "segment.bytes", "2097152");
        here.refuseChanges("b", denied);
        skipped = round();
        assertThat(reasons(skipped)).containsExactly("a DESTINATION_UNAUTHORIZED", "b DESTINATION_UNAUTHORIZED");
        assertThat(skipped.get(0).text()).contains("grant DESCRIBE_CONFIGS");
        assertThat(skipped.get(1).text()).contains("grant ALTER_CONFIGS");
        int writes = topic.writes().size();
        round();
        assertThat(topic.writes()).as("told once").hasSize(writes);
    }

    @Test
    void whatTheSourcesBrokersSetAndWhatWouldBeLostWithoutItIsToldOnceAndNotWritten() {
        source.inherit("retention.ms", "-1");
        source.inherit("max.message.bytes", "10485760");
        List<Skipped> skipped = round();
        assertThat(reasons(skipped)).containsExactly("max.message.bytes INHERITED_LESS", "retention.ms INHERITED_LESS");
        assertThat(skipped.get(0).text())
                .startsWith("is 10485760 by default at the source, 1048588 here: producers of larger records would be"
                        + " refused here after a failover, of topics that have no value of their own: a, b;");
        assertThat(skipped.get(1).text())
                .startsWith("is -1 by default at the source, 604800000 here: less is kept here than at the source")
                .contains("set topic.config.retention.ms of the mirror");
        assertThat(here.altered()).isEmpty();
        int writes = topic.writes().size();
        round();
        assertThat(topic.writes()).as("steady state").hasSize(writes);
        source.set("a", "retention.ms", "700000000");
        here.set("b", "retention.ms", "1000");
        assertThat(reasons(round()))
                .as("a value of its own is followed, or its own")
                .containsExactly("max.message.bytes INHERITED_LESS");
        settings(2, Map.of("topic.config.max.message.bytes", "2000000"));
        assertThat(round()).isEmpty();
    }

    @Test
    void remoteStorageHereIsRecordedWhateverTheSourceSaysAndTakenBack() {
        source.fail(new IllegalStateException("no source"));
        here.set("a", "remote.storage.enable", "true");
        assertThatThrownBy(this::round).hasMessageContaining("no source");
        assertThat(memory("a", GENERATION).remoteStorage()).isTrue();
        source.fail(null);
        source.set("a", "segment.bytes", "1048576");
        assertThat(reasons(round())).containsExactly("a REMOTE_STORAGE");
        assertThat(here.altered()).isEmpty();
        here.set("a", "remote.storage.enable", null);
        assertThat(round()).isEmpty();
        assertThat(memory("a", GENERATION).remoteStorage()).isFalse();
        assertThat(here.own("a")).containsKey("segment.bytes");
    }

    @Test
    void aSourceThatIsSilentChangesNothingAndIsReportedUntilItSpeaks() {
        source.set("a", "segment.bytes", "1048576");
        round();
        source.fail(new IllegalStateException("no answer"));
        RecordValue.ConfigSync before = memory("a", GENERATION);
        assertThatThrownBy(this::round).hasMessageContaining("no answer");
        assertThat(memory("a", GENERATION)).isEqualTo(before);
        assertThat(here.own("a")).containsKey("segment.bytes");
        assertThat(Poll.until(Duration.ofSeconds(10), () -> counts().equals(Map.of("ROUND_FAILED", 1))))
                .isTrue();
        source.fail(null);
        round();
        assertThat(Poll.until(Duration.ofSeconds(10), () -> counts().isEmpty())).isTrue();
    }
}
