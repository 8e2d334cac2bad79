// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import static io.kmirrord.daemon.groups.GroupsFixture.A0;
import static io.kmirrord.daemon.groups.GroupsFixture.A1;
import static io.kmirrord.daemon.groups.GroupsFixture.MIRROR;
import static io.kmirrord.daemon.groups.GroupsFixture.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.kmirrord.daemon.fake.FakeCommits;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rounds against groups, logs and a state topic in memory. */
final class GroupSyncTest {
    private final GroupsFixture site = new GroupsFixture(Map.of("groups.exclude", "console-.*"));
    private final EventQueue queue = new EventQueue("kmirrord-groups-test");
    private final FakeCommits commits = site.commits();
    private final GroupSync sync = sync(commits, 1);

    private GroupSync sync(GroupCommits holder, int node) {
        return sync(holder, GroupType.CONSUMER, node);
    }

    private GroupSync sync(GroupCommits holder, GroupType type, int node) {
        return site.sync(queue, holder, type, node);
    }

    @AfterEach
    void close() {
        queue.close();
    }

    private List<Skipped> round() {
        return round(sync);
    }

    private List<Skipped> round(GroupSync of) {
        return GroupsFixture.round(queue, of);
    }

    @Test
    void offsetsLieWithinTheLogAndAreTheSourcesOwnWhereTheyDo() {
        site.source.commit("g", A0, new CommittedOffset(50, 3, "note"));
        site.source.commit("low", A0, at(2, 1));
        site.source.commit("high", A0, at(101, 4));
        site.source.commit("high", A1, at(5, 4));
        site.source.commit("console-1", A0, at(50, 3));
        site.source.commit("g", new TopicPartition("local", 0), at(9, 0));
        assertThat(round()).isEmpty();
        assertThat(site.here.committed("g", A0)).isEqualTo(new CommittedOffset(50, 3, "note"));
        assertThat(site.here.committed("low", A0)).isEqualTo(at(10, -1));
        assertThat(site.here.committed("high", A0)).isEqualTo(at(100, -1));
        assertThat(site.here.committed("high", A1)).isEqualTo(at(0, -1));
        assertThat(site.here.kind("console-1")).isNull();
        assertThat(site.here.committed("g", new TopicPartition("local", 0))).isNull();
        site.here.log(A0, 10, 101);
        round();
        assertThat(site.here.committed("high", A0)).isEqualTo(at(101, 4));
    }

    @Test
    void nothingIsWrittenWhileNothingChanges() {
        site.source.commit("g", A0, at(50, 3));
        round();
        assertThat(commits.begun()).isEqualTo(1);
        assertThat(commits.commits()).hasSize(1);
        int writes = site.topic.writes().size();
        int ranges = site.here.rangesAsked();
        round();
        round();
        assertThat(site.topic.writes()).hasSize(writes);
        assertThat(commits.commits()).hasSize(1);
        assertThat(site.here.rangesAsked()).isEqualTo(ranges);
        site.source.commit("g", A0, new CommittedOffset(50, 3, "only a note"));
        round();
        assertThat(site.here.committed("g", A0)).isEqualTo(new CommittedOffset(50, 3, "only a note"));
        assertThat(sync.status().committed()).isEqualTo(2);
    }

    @Test
    void groupsInUseAndTopicsThatAreNotMirroredAreLeftAloneAndTold() {
        site.here.kind("used", GroupList.Kind.ACTIVE);
        site.here.kind("shared", GroupList.Kind.OTHER);
        site.source.commit("used", A0, at(50, 3));
        site.source.commit("shared", A0, at(50, 3));
        site.source.commit("g", A0, at(50, 3));
        site.source.commit("g", A1, at(0, 3));
        site.state(A1, 7, StateName.STOPPED);
        assertThat(round().stream().map(one -> one.kind() + " " + one.name() + " " + one.reason()))
                .containsExactly("group shared OTHER_KIND", "group used GROUP_ACTIVE", "topic a NOT_MIRRORING");
        assertThat(site.here.committed("used", A0)).isNull();
        assertThat(site.here.committed("g", A1)).isNull();
        assertThat(site.here.committed("g", A0)).isEqualTo(at(50, 3));
        RecordValue.SyncReport report = (RecordValue.SyncReport) site.topic.ask(
                view -> view.get(new RecordKey.SyncReport(MIRROR, "groups", 1)).orElseThrow());
        assertThat(report.counts()).containsOnlyKeys("OTHER_KIND", "GROUP_ACTIVE", "NOT_MIRRORING");
    }

    @Test
    void aGroupThatIsAheadHereGoesBackOnlyWhereTheSourceDoes() {
        site.source.commit("g", A0, at(50, 3));
        round();
        site.here.commit("g", A0, at(80, 3));
        assertThat(round().stream().map(Skipped::reason)).containsExactly("LOCAL_AHEAD");
        assertThat(site.here.committed("g", A0)).isEqualTo(at(80, 3));
        site.source.commit("g", A0, at(40, 3));
        assertThat(round()).isEmpty();
        assertThat(site.here.committed("g", A0)).isEqualTo(at(40, 3));
    }

    @Test
    @DisplayName("F19a: the first round of a generation takes groups back, whoever has the duties then")
    void f19TheFirstRoundOfAGenerationTakesGroupsBack() {
        site.source.commit("g", A0, at(50, 3));
        round();
        site.here.commit("g", A0, at(90, 1 << 20));
        round();
        GroupSync other = sync(site.commits(), 2);
        assertThat(round(other).stream().map(Skipped::reason)).containsExactly("LOCAL_AHEAD");
        site.generation(8);
        assertThat(round(other)).isEmpty();
        assertThat(site.here.committed("g", A0)).isEqualTo(at(50, 3));
        Set<RecordKey.GroupSync> syncs =
                site.topic.ask(view -> Set.copyOf(view.groupSyncs(MIRROR).keySet()));
        assertThat(syncs).containsExactly(new RecordKey.GroupSync(MIRROR, "a", 8));
        Set<RecordKey.SyncReport> reports =
                site.topic.ask(view -> Set.copyOf(view.syncReports(MIRROR).keySet()));
        assertThat(reports).containsExactly(new RecordKey.SyncReport(MIRROR, "groups", 2));
    }

    @Test
    @DisplayName("F19a: a cut is followed once, by groups that the source does not have, too")
    void f19ACutIsFollowedOnce() {
        site.source.commit("g", A0, at(50, 3));
        round();
        site.here.commit("only-here", A0, at(90, 3));
        site.cut(A0, 7, 60);
        round();
        assertThat(site.here.committed("only-here", A0)).isEqualTo(at(60, -1));
        site.here.commit("only-here", A0, at(95, 3));
        round();
        round(sync(site.commits(), 2));
        assertThat(site.here.committed("only-here", A0)).isEqualTo(at(95, 3));
        assertThat(site.here.committed("g", A0)).isEqualTo(at(50, 3));
    }

    @Test
    @DisplayName("F19a: a cut counts as followed only once every coordinator was heard")
    void f19ACutThatCouldNotBeFollowedWholeIsFollowedLater() {
        site.source.commit("g", A0, at(50, 3));
        round();
        site.here.commit("only-here", A0, at(90, 3));
        site.here.unreadable("only-here", "coordinator is loading");
        site.cut(A0, 7, 60);
        assertThat(round().stream().map(Skipped::reason)).containsExactly("UNREADABLE");
        site.here.unreadable("only-here", null);
        round();
        assertThat(site.here.committed("only-here", A0)).isEqualTo(at(60, -1));
    }

    @Test
    @DisplayName("F19b: what was decided before a stop took the id over is refused, and decided anew")
    void f19ADecisionFromBeforeAStopIsRefused() {
        site.source.commit("g", A0, at(50, 3));
        round();
        site.source.commit("g", A0, at(70, 3));
        commits.beforeCommit(() -> {
            site.state(A0, 7, StateName.STOPPING);
            site.holder.set("the stop");
        });
        assertThatThrownBy(this::round).hasStackTraceContaining("fenced");
        site.state(A0, 7, StateName.STOPPED);
        site.here.commit("g", A0, at(55, 1 << 20));
        assertThat(round().stream().map(Skipped::reason)).containsExactly("NOT_MIRRORING");
        assertThat(site.here.committed("g", A0)).isEqualTo(at(55, 1 << 20));
    }

    @Test
    @DisplayName("F19b: the id is taken before anything is read that a commit rests on")
    void f19TheIdIsTakenBeforeTheDecision() {
        site.source.commit("g", A0, at(50, 3));
        site.state(A0, 7, StateName.STOPPED);
        site.state(A1, 7, StateName.STOPPED);
        round();
        assertThat(commits.begun()).isZero();
        site.generation(8);
        round();
        assertThat(commits.begun()).isEqualTo(1);
        // Twice: what was read before the id was taken decides nothing.
        assertThat(site.here.rangesAsked()).isEqualTo(2);
    }

    @Test
    void aGroupThatWasSyncedAndMayNoLongerBeDescribedIsNamedAndADeletedOneIsNot() {
        site.source.commit("g", A0, at(50, 3));
        site.source.commit("gone", A0, at(60, 3));
        round();
        site.source.unlist("g");
        site.source.unreadable("g", "not authorized");
        site.source.delete("gone");
        assertThat(round()).extracting(Skipped::name, Skipped::reason).containsExactly(tuple("g", "UNREADABLE"));
        assertThat(site.here.committed("g", A0)).isEqualTo(at(50, 3));
        assertThat(site.here.committed("gone", A0)).isEqualTo(at(60, 3));
    }

    @Test
    @DisplayName("I5: an offset that only the source's log still has is raised, once")
    void i5WhatRetentionHerePassedIsRaised() {
        site.source.commit("g", A0, at(20, 3));
        round();
        site.here.log(A0, 50, 100);
        assertThat(round()).isEmpty();
        assertThat(site.here.committed("g", A0)).isEqualTo(at(50, -1));
        int done = commits.commits().size();
        int writes = site.topic.writes().size();
        assertThat(round()).isEmpty();
        assertThat(commits.commits()).hasSize(done);
        assertThat(site.topic.writes()).hasSize(writes);
    }

    @Test
    void aLogThatCannotBeSeenIsToldOncePerPartitionAndItsGroupsWait() {
        site.source.commit("g", A0, at(50, 3));
        site.source.commit("h", A0, at(60, 3));
        site.source.commit("g", A1, at(0, 3));
        site.here.noLog(A0);
        site.here.log(A1, 7, 3);
        assertThat(round())
                .extracting(Skipped::kind, Skipped::name, Skipped::reason)
                .containsExactly(tuple("partition", "a-0", "LOG_UNREADABLE"), tuple("partition", "a-1", "LOG_MOVED"));
        assertThat(site.here.committed("g", A0)).isNull();
        Set<RecordKey.GroupSync> begun =
                site.topic.ask(view -> Set.copyOf(view.groupSyncs(MIRROR).keySet()));
        assertThat(begun).isEmpty();
        site.here.log(A0, 10, 100);
        site.here.log(A1, 0, 0);
        assertThat(round()).isEmpty();
        assertThat(site.here.committed("g", A0)).isEqualTo(at(50, 3));
        site.here.noLog(A0);
        assertThat(round()).extracting(Skipped::reason).containsExactly("LOG_UNREADABLE");
    }

    @Test
    void eachTypeOfGroupsIsRememberedAndReportedForItself() {
        site.source.commit("g", A0, at(50, 3));
        site.here.kind("other", GroupList.Kind.OTHER);
        site.source.commit("other", A0, at(60, 3));
        GroupSync shares = sync(site.commits(), GroupType.SHARE, 1);
        round(shares);
        assertThat(site.here.committed("g", A0)).isEqualTo(at(50, 3));
        Set<RecordKey> begun = site.topic.ask(view -> view.records().stream()
                .map(StateRecord::key)
                .filter(key -> key instanceof RecordKey.GroupSync || key instanceof RecordKey.ShareGroupSync)
                .collect(Collectors.toSet()));
        assertThat(begun).containsExactly(new RecordKey.ShareGroupSync(MIRROR, "a", 7));
        assertThat(site.topic.ask(view -> view.newestSyncReports(MIRROR)).keySet())
                .containsExactly("share-groups");
    }

    @Test
    void aSourceThatDoesNotAnswerIsNoReasonToTouchAnything() {
        site.source.fail(new IllegalStateException("no route"));
        assertThatThrownBy(this::round).hasStackTraceContaining("no route");
        assertThat(Poll.until(Duration.ofSeconds(10), () -> counts().equals(Map.of("ROUND_FAILED", 1))))
                .isTrue();
        site.source.fail(null);
        site.source.commit("g", A0, at(50, 3));
        round();
        assertThat(site.here.committed("g", A0)).isEqualTo(at(50, 3));
        assertThat(Poll.until(Duration.ofSeconds(10), () -> counts().isEmpty())).isTrue();
    }

    private Map<String, Integer> counts() {
        return site.topic.ask(view -> view.newestSyncReports(MIRROR).values().stream()
                .findFirst()
                .map(RecordValue.SyncReport::counts)
                .orElse(Map.of()));
    }

    @Test
    void anEndClosesTheHolderAndWhatWaits() {
        queue.post(sync::end);
        CompletableFuture<Boolean> closed = new CompletableFuture<>();
        queue.post(() -> closed.complete(commits.isClosed()));
        assertThat(closed.orTimeout(10, TimeUnit.SECONDS).join()).isTrue();
    }
}
