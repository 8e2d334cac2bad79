// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import static io.kmirrord.daemon.groups.GroupsFixture.A0;
import static io.kmirrord.daemon.groups.GroupsFixture.A1;
import static io.kmirrord.daemon.groups.GroupsFixture.MIRROR;
import static io.kmirrord.daemon.groups.GroupsFixture.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.fake.FakeCommits;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a stop does with group offsets, against groups, logs and a state topic in memory. */
final class StopSettlingTest {
    private final GroupsFixture site = new GroupsFixture(Map.of());
    private final AtomicInteger fenced = new AtomicInteger();
    private final List<FakeCommits> holders = new ArrayList<>();
    private CompletableFuture<Void> fencing = CompletableFuture.completedFuture(null);

    @BeforeEach
    void logs() {
        site.here.log(A1, 0, 40);
        site.state(A0, 7, StateName.STOPPING);
        site.state(A1, 7, StateName.STOPPING);
    }

    private StopSettling settling(Duration patience) {
        return new StopSettling(
                GroupType.CONSUMER,
                site.topic,
                site.here,
                mirror -> {
                    site.holder.set("a stop");
                    fenced.incrementAndGet();
                    return fencing;
                },
                mirror -> {
                    FakeCommits holder = site.commits();
                    holders.add(holder);
                    return holder;
                },
                patience);
    }

    private static void done(CompletableFuture<Void> settled) {
        settled.orTimeout(10, TimeUnit.SECONDS).join();
    }

    @Test
    void whoeverSyncedIsFencedAndNothingIsWrittenWhereNothingIsAbove() {
        site.here.commit("g", A0, at(100, 3));
        done(settling(Duration.ofSeconds(10)).settle(MIRROR, A0));
        assertThat(fenced).hasValue(1);
        assertThat(holders).isEmpty();
    }

    @Test
    @DisplayName("F19a: offsets above the log, or above a cut that no round followed, are brought back")
    void f19OffsetsAreBroughtBackIntoTheLog() {
        site.here.commit("g", A0, at(120, 3));
        site.here.commit("g", A1, at(30, 3));
        site.here.commit("used", A0, at(120, 3));
        site.here.kind("used", GroupList.Kind.ACTIVE);
        site.cut(A1, 7, 20);
        StopSettling settling = settling(Duration.ofSeconds(10));
        done(settling.settle(MIRROR, A0));
        assertThat(site.here.committed("g", A0)).isEqualTo(at(100, -1));
        assertThat(site.here.committed("g", A1)).isEqualTo(at(30, 3));
        done(settling.settle(MIRROR, A1));
        assertThat(site.here.committed("g", A1)).isEqualTo(at(20, -1));
        assertThat(site.here.committed("used", A0)).isEqualTo(at(120, 3));
        assertThat(holders).hasSize(2).allMatch(FakeCommits::isClosed);
    }

    @Test
    @DisplayName("I5: offsets that retention here passed are brought into the log too")
    void i5OffsetsBelowTheLogAreRaised() {
        site.here.commit("g", A0, at(5, 3));
        done(settling(Duration.ofSeconds(10)).settle(MIRROR, A0));
        assertThat(site.here.committed("g", A0)).isEqualTo(at(10, -1));
    }

    @Test
    @DisplayName("F19a: a group that owes a cut is clamped to it, and no other")
    void f19OwedCutsAreFollowed() {
        site.here.commit("owes", A1, at(30, 3));
        site.here.commit("other", A1, at(30, 3));
        site.topic.put(
                new RecordKey.GroupSync(MIRROR, "a", 7),
                new RecordValue.GroupSync(
                        1, List.of(0, 1), List.of(), List.of(new RecordValue.CutOwed("owes", 1, 20)), List.of(), 0));
        done(settling(Duration.ofSeconds(10)).settle(MIRROR, A1));
        assertThat(site.here.committed("owes", A1)).isEqualTo(at(20, -1));
        assertThat(site.here.committed("other", A1)).isEqualTo(at(30, 3));
    }

    @Test
    @DisplayName("F19a: a group or a log that cannot be read for a moment is waited for, and the others do not wait")
    void f19WhatCannotBeReadIsTriedAgain() {
        site.here.commit("late", A0, at(120, 3));
        site.here.commit("g", A0, at(120, 3));
        site.here.commit("g", A1, at(120, 3));
        site.here.commit("secret", A0, at(120, 3));
        site.here.deny("secret");
        site.here.unreadable("late", "coordinator is loading");
        CompletableFuture<Void> settled = settling(Duration.ofSeconds(30)).settle(MIRROR, A0);
        assertThat(Poll.until(Duration.ofSeconds(10), () -> at(100, -1).equals(site.here.committed("g", A0))))
                .isTrue();
        assertThat(settled).isNotDone();
        site.here.unreadable("late", null);
        done(settled);
        assertThat(site.here.committed("late", A0)).isEqualTo(at(100, -1));
        site.here.noLog(A1);
        CompletableFuture<Void> second = settling(Duration.ofSeconds(30)).settle(MIRROR, A1);
        int before = fenced.get();
        assertThat(Poll.until(Duration.ofSeconds(10), () -> fenced.get() > before))
                .isTrue();
        assertThat(second).isNotDone();
        site.here.log(A1, 0, 40);
        done(second);
        assertThat(site.here.committed("g", A1)).isEqualTo(at(40, -1));
    }

    @Test
    void partitionsThatComeWhileOnesAreSettledAreSettledTogether() {
        fencing = new CompletableFuture<>();
        StopSettling settling = settling(Duration.ofSeconds(10));
        CompletableFuture<Void> first = settling.settle(MIRROR, A0);
        CompletableFuture<Void> second = settling.settle(MIRROR, A1);
        CompletableFuture<Void> third = settling.settle(MIRROR, A0);
        assertThat(fenced).hasValue(1);
        fencing.complete(null);
        done(first);
        done(second);
        done(third);
        assertThat(fenced).hasValue(2);
    }

    @Test
    void aStopDoesNotWaitForEverForCoordinatorsThatAreDown() {
        fencing = new CompletableFuture<>();
        StopSettling settling = settling(Duration.ofMillis(50));
        done(settling.settle(MIRROR, A0));
        assertThat(fencing).isNotDone();
        fencing = CompletableFuture.failedFuture(new IllegalStateException("not available"));
        done(settling.settle(MIRROR, A0));
        assertThat(fenced.get()).isGreaterThan(1);
    }

    @Test
    void aMirrorThatIsGoneSettlesNothing() {
        done(settling(Duration.ofSeconds(10)).settle("gone", A0));
        assertThat(holders).isEmpty();
    }
}
