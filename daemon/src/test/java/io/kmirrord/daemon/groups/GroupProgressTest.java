// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import static io.kmirrord.daemon.groups.GroupsFixture.A0;
import static io.kmirrord.daemon.groups.GroupsFixture.MIRROR;
import static io.kmirrord.daemon.groups.GroupsFixture.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.fake.FakeCommits;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What rounds remember and record: cuts, and places that are a group's own. Everything is in memory. */
final class GroupProgressTest {
    private final GroupsFixture site = new GroupsFixture(Map.of());
    private final EventQueue queue = new EventQueue("kmirrord-groups-test");
    private final FakeCommits commits = site.commits();
    private final GroupSync sync = sync(commits, 1);

    private GroupSync sync(GroupCommits holder, int node) {
        return site.sync(queue, holder, GroupType.CONSUMER, node);
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
    @DisplayName("F19a: a coordinator that does not tell its groups keeps a cut open")
    void f19ACutIsFollowedOnceAllCoordinatorsTold() {
        site.source.commit("g", A0, at(50, 3));
        round();
        site.cut(A0, 7, 60);
        site.here.problem("coordinator is loading");
        assertThat(round().stream().map(Skipped::reason)).containsExactly("UNREADABLE");
        site.here.commit("only-here", A0, at(90, 3));
        site.here.problem(null);
        round();
        assertThat(site.here.committed("only-here", A0)).isEqualTo(at(60, -1));
    }

    @Test
    @DisplayName("F19a: a group that may never be read here lets no other go back, and no cut be followed again")
    void f19AGroupThatMayNotBeReadHoldsUpNoOther() {
        site.source.commit("g", A0, at(50, 3));
        site.source.commit("secret", A0, at(50, 3));
        site.here.deny("secret");
        assertThat(round().stream().map(Skipped::reason)).containsExactly("UNREADABLE");
        site.here.commit("g", A0, at(80, 3));
        assertThat(round().stream().map(Skipped::reason)).containsExactly("LOCAL_AHEAD", "UNREADABLE");
        assertThat(site.here.committed("g", A0)).isEqualTo(at(80, 3));
        site.here.commit("only-here", A0, at(90, 3));
        site.cut(A0, 7, 60);
        round();
        assertThat(site.here.committed("only-here", A0)).isEqualTo(at(60, -1));
        site.here.commit("only-here", A0, at(95, 3));
        int writes = site.topic.writes().size();
        round();
        round(sync(site.commits(), 2));
        assertThat(site.here.committed("only-here", A0)).isEqualTo(at(95, 3));
        assertThat(syncs(site.topic.writes().subList(writes, site.topic.writes().size())))
                .isEmpty();
        assertThat(recorded().cutsOwed()).isEmpty();
    }

    @Test
    @DisplayName("F19a: a group that could not be read at first sight may still go back when it is")
    void f19AGroupThatWasUnreadableAtFirstSightGoesBackLater() {
        site.source.commit("late", A0, at(50, 3));
        site.source.commit("g", A0, at(50, 3));
        site.here.commit("late", A0, at(90, 1 << 20));
        site.here.unreadable("late", "coordinator is loading");
        round();
        assertThat(recorded().partitions()).containsExactly(0, 1);
        site.here.unreadable("late", null);
        round();
        assertThat(site.here.committed("late", A0)).isEqualTo(at(50, 3));
    }

    @Test
    @DisplayName("F19a: so may one whose commit was refused, but not by members")
    void f19AGroupThatWasDeniedAtFirstSightGoesBackLater() {
        site.source.commit("g", A0, at(50, 3));
        site.here.commit("g", A0, at(90, 1 << 20));
        commits.deny(Set.of("g"));
        assertThat(round().stream().map(Skipped::reason)).containsExactly("REFUSED");
        commits.deny(Set.of());
        assertThat(round()).isEmpty();
        assertThat(site.here.committed("g", A0)).isEqualTo(at(50, 3));
    }

    @Test
    void aGroupThatGotMembersBeforeItsCommitKeepsItsPlace() {
        site.source.commit("g", A0, at(50, 3));
        site.here.commit("g", A0, at(90, 1 << 20));
        commits.beforeCommit(() -> site.here.kind("g", GroupList.Kind.ACTIVE));
        assertThat(round().stream().map(Skipped::reason)).containsExactly("REFUSED");
        site.here.kind("g", GroupList.Kind.EMPTY);
        assertThat(round(sync(site.commits(), 2)).stream().map(Skipped::reason)).containsExactly("LOCAL_AHEAD");
        assertThat(site.here.committed("g", A0)).isEqualTo(at(90, 1 << 20));
    }

    @Test
    @DisplayName("F19a: a cut stays open for groups that have members or were refused, and for them alone")
    void f19ACutIsOwedByThoseThatCouldNotBeClamped() {
        site.source.commit("g", A0, at(50, 3));
        round();
        for (String group : List.of("used", "denied", "clamped", "below")) {
            site.here.commit(group, A0, at(group.equals("below") ? 60 : 90, 3));
        }
        site.here.kind("used", GroupList.Kind.ACTIVE);
        site.here.kind("below", GroupList.Kind.ACTIVE);
        commits.deny(Set.of("denied"));
        site.cut(A0, 7, 60);
        assertThat(round().stream().map(one -> one.name() + " " + one.reason()))
                .contains("used GROUP_ACTIVE", "denied REFUSED");
        assertThat(recorded().cutsOwed())
                .containsExactly(new RecordValue.CutOwed("denied", 0, 60), new RecordValue.CutOwed("used", 0, 60));
        assertThat(site.here.committed("clamped", A0)).isEqualTo(at(60, -1));
        site.here.commit("clamped", A0, at(95, 3));
        site.here.kind("below", GroupList.Kind.EMPTY);
        site.here.commit("below", A0, at(95, 3));
        int writes = site.topic.writes().size();
        round();
        assertThat(syncs(site.topic.writes().subList(writes, site.topic.writes().size())))
                .isEmpty();
        site.here.kind("used", GroupList.Kind.EMPTY);
        round(sync(site.commits(), 2));
        assertThat(site.here.committed("used", A0)).isEqualTo(at(60, -1));
        assertThat(site.here.committed("denied", A0)).isEqualTo(at(60, -1));
        assertThat(site.here.committed("clamped", A0)).isEqualTo(at(95, 3));
        assertThat(site.here.committed("below", A0)).isEqualTo(at(95, 3));
        assertThat(recorded().cutsOwed()).isEmpty();
    }

    @Test
    @DisplayName("F19a: a later cut below is owed as well, and a group that is deleted owes nothing")
    void f19TheLowestCutIsOwed() {
        round();
        site.here.commit("used", A0, at(90, 3));
        site.here.commit("gone", A0, at(90, 3));
        site.here.kind("used", GroupList.Kind.ACTIVE);
        site.here.kind("gone", GroupList.Kind.ACTIVE);
        site.cut(A0, 7, 60);
        round();
        site.here.delete("gone");
        site.cut(A0, 7, 40);
        round();
        assertThat(recorded().cutsOwed()).containsExactly(new RecordValue.CutOwed("used", 0, 40));
        assertThat(recorded().cutsFollowed()).hasSize(2);
    }

    @Test
    @DisplayName(
            "a reset at the source while the duties move is followed, but for groups with a place of their own here")
    void aResetWhileTheDutiesMoveIsFollowed() {
        for (String group : List.of("reset", "ahead", "used")) {
            site.source.commit(group, A0, at(50, 3));
        }
        round();
        site.here.commit("ahead", A0, at(80, 3));
        site.here.commit("used", A0, at(70, 3));
        site.here.kind("used", GroupList.Kind.ACTIVE);
        round();
        assertThat(recorded().ownPlaces()).containsExactly("ahead", "used");
        site.here.kind("used", GroupList.Kind.EMPTY);
        for (String group : List.of("reset", "ahead", "used")) {
            site.source.commit(group, A0, at(20, 3));
        }
        FakeCommits second = site.commits();
        GroupSync other = sync(second, 2);
        assertThat(round(other).stream().map(Skipped::name)).containsExactly("ahead in a-0", "used in a-0");
        assertThat(site.here.committed("reset", A0)).isEqualTo(at(20, 3));
        assertThat(site.here.committed("ahead", A0)).isEqualTo(at(80, 3));
        assertThat(site.here.committed("used", A0)).isEqualTo(at(70, 3));
        int writes = site.topic.writes().size();
        round(other);
        assertThat(site.topic.writes()).hasSize(writes);
        assertThat(second.commits()).hasSize(1);
        site.source.commit("ahead", A0, at(90, 4));
        round(other);
        assertThat(recorded().ownPlaces()).containsExactly("used");
    }

    @Test
    void theRecordNamesSoManyGroupsAndIfMoreHaveAPlaceOfTheirOwnNoneGoesBack() {
        int groups = RecordValue.GroupSync.MOST_OWN_PLACES + 1;
        for (int number = 0; number < groups; number++) {
            site.source.commit("g" + number, A0, at(50, 3));
        }
        round();
        for (int number = 0; number < groups; number++) {
            site.here.commit("g" + number, A0, at(80, 3));
        }
        round();
        assertThat(recorded().ownPlaces()).hasSize(RecordValue.GroupSync.MOST_OWN_PLACES);
        assertThat(round(sync(site.commits(), 2))).hasSize(groups);
    }

    @Test
    @DisplayName("F19a: a cut that more groups owe than a record names stays open for all")
    void f19ACutThatTooManyOweStaysOpen() {
        round();
        for (int number = 0; number <= 1_000; number++) {
            site.here.commit("g" + number, A0, at(90, 3));
            site.here.kind("g" + number, GroupList.Kind.ACTIVE);
        }
        site.cut(A0, 7, 60);
        round();
        assertThat(recorded().cutsFollowed()).isEmpty();
        assertThat(recorded().cutsOwed()).isEmpty();
        site.here.kind("g7", GroupList.Kind.EMPTY);
        round();
        assertThat(site.here.committed("g7", A0)).isEqualTo(at(60, -1));
        assertThat(recorded().cutsFollowed()).hasSize(1);
        assertThat(recorded().cutsOwed()).hasSize(1_000);
    }

    @Test
    void whatIsNewAtTheSourceDoesNotSetBackWhatThisHolderSawWithoutIt() {
        site.source.commit("g", A0, at(50, 3));
        site.here.commit("new", A0, at(80, 3));
        round();
        site.source.commit("new", A0, at(20, 3));
        assertThat(round().stream().map(Skipped::reason)).containsExactly("LOCAL_AHEAD");
        assertThat(site.here.committed("new", A0)).isEqualTo(at(80, 3));
    }

    private RecordValue.GroupSync recorded() {
        return (RecordValue.GroupSync) site.topic.ask(
                view -> view.get(new RecordKey.GroupSync(MIRROR, "a", 7)).orElseThrow());
    }

    private static List<StateRecord> syncs(List<List<StateRecord>> writes) {
        return writes.stream()
                .flatMap(List::stream)
                .filter(write -> write.key() instanceof RecordKey.GroupSync)
                .toList();
    }
}
