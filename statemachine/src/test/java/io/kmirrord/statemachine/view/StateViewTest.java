// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.Memory;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.SalvageReason;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.Wish;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class StateViewTest {
    private static final UUID TOPIC = new UUID(1, 2);
    private static final PartitionId PARTITION = new PartitionId("west", TOPIC, 0);

    private static StateRecord mirror(int revision, boolean deleted, long sinceGeneration) {
        return new StateRecord(
                new RecordKey.Mirror("west", revision, "op-" + revision),
                new RecordValue.Mirror(Map.of(), List.of("a"), List.of(), null, sinceGeneration, deleted, 1));
    }

    private static StateRecord state(long generation, int leaderEpoch, int step, StateName name) {
        Recorded recorded = new Recorded(
                new EffectId(generation, leaderEpoch, step),
                name,
                "",
                name,
                Memory.beginning(null),
                -1,
                null,
                -1,
                -1,
                null,
                0,
                -1,
                1);
        return new StateRecord(
                new RecordKey.MirrorPartitionState("west", TOPIC, 0, generation, leaderEpoch),
                new RecordValue.MirrorPartitionState("a", recorded));
    }

    private static StateRecord wish(long generation, int revision, String operation, Desired desired) {
        return new StateRecord(
                new RecordKey.MirrorTopic("west", "a", generation, revision, operation),
                new RecordValue.MirrorTopic(TOPIC, desired, false, false, 1));
    }

    private static StateView view(StateRecord... records) {
        StateView view = new StateView();
        for (StateRecord record : records) {
            view.apply(record);
        }
        return view;
    }

    @Test
    void f1EveryPrefixUnderEveryLegalCompactionInAnyOrderGivesTheSameView() {
        for (int seed = 0; seed < 400; seed++) {
            List<StateRecord> history = new Histories(seed).make(40);
            Random random = new Random(seed);
            for (int end = 1; end <= history.size(); end++) {
                List<StateRecord> prefix = history.subList(0, end);
                Map<String, Object> expected = Histories.read(prefix);
                List<StateRecord> compacted = Histories.compact(prefix, random);
                assertThat(Histories.read(compacted))
                        .as("seed %d, prefix %d, compacted", seed, end)
                        .isEqualTo(expected);
                assertThat(Histories.read(Histories.shuffle(compacted, random)))
                        .as("seed %d, prefix %d, compacted and shuffled", seed, end)
                        .isEqualTo(expected);
            }
        }
    }

    /** What a reader by log order would say: accept a record unless it is lower than what was accepted before. */
    private static Map<PartitionId, EffectId> byLogOrder(List<StateRecord> records) {
        Map<PartitionId, EffectId> accepted = new HashMap<>();
        for (StateRecord record : records) {
            if (record.key() instanceof RecordKey.MirrorPartitionState key
                    && record.value() instanceof RecordValue.MirrorPartitionState value) {
                EffectId id = value.state().id();
                EffectId before = accepted.get(key.id());
                boolean lower = before != null && id.generation() == before.generation() && id.step() < before.step();
                if (!lower) {
                    accepted.put(key.id(), id);
                }
            }
        }
        return accepted;
    }

    @Test
    void i11AViewByLogOrderIsCaughtByTheSameHistories() {
        int caught = 0;
        for (int seed = 0; seed < 100; seed++) {
            List<StateRecord> history = new Histories(seed).make(40);
            List<StateRecord> compacted = Histories.compact(history, new Random(seed));
            caught += byLogOrder(history).equals(byLogOrder(compacted)) ? 0 : 1;
        }
        assertThat(caught).isPositive();
    }

    @Test
    void f1ASleeperThatWritesLateLosesWhateverCompactionLeaves() {
        StateRecord stopped = state(1, 7, 5, StateName.STOPPED);
        StateRecord sleeper = state(1, 4, 90, StateName.MIRRORING);
        for (StateView view :
                List.of(view(mirror(0, false, 0), stopped, sleeper), view(sleeper, stopped, mirror(0, false, 0)))) {
            assertThat(view.partition(PARTITION).map(Recorded::state)).contains(StateName.STOPPED);
            assertThat(view.beaten(PARTITION)).containsExactly(sleeper.key());
        }
    }

    @Test
    void theOwnerRemovesOnlyWhatItHasBeaten() {
        StateRecord older = state(1, 7, 5, StateName.STOPPED);
        StateRecord newer = state(2, 3, 1, StateName.PREPARING);
        StateView view = view(mirror(0, false, 0), older, newer);
        view.apply(new StateRecord(older.key(), null));
        assertThat(view.beaten(PARTITION)).isEmpty();
        assertThat(view.partition(PARTITION).map(Recorded::state)).contains(StateName.PREPARING);
    }

    @Test
    void twoOperatorsWithTheSameRevisionAreSeenAlikeByAll() {
        StateRecord one = wish(3, 1, "op-1", Desired.PAUSED);
        StateRecord two = wish(3, 1, "op-2", Desired.MIRRORING);
        assertThat(view(mirror(0, false, 0), one, two).wish("west", "a"))
                .isEqualTo(view(mirror(0, false, 0), two, one).wish("west", "a"))
                .map(Wish::desired)
                .contains(Desired.MIRRORING);
    }

    @Test
    void aGenerationOnceWishedStoppedStaysStopped() {
        StateView view =
                view(mirror(0, false, 0), wish(3, 1, "op-1", Desired.STOPPED), wish(3, 9, "op-2", Desired.MIRRORING));
        assertThat(view.wish("west", "a").map(Wish::desired)).contains(Desired.STOPPED);
        view.apply(wish(4, 0, "op-3", Desired.MIRRORING));
        assertThat(view.wish("west", "a").map(Wish::generation)).contains(4L);
    }

    @Test
    void aDeletedMirrorHidesItsPastAlsoWhenItIsMadeAgain() {
        StateRecord old = state(5, 7, 5, StateName.STOPPED);
        StateView view = view(mirror(0, false, 0), wish(5, 0, "op-1", Desired.STOPPED), old, mirror(1, true, 9));
        assertThat(view.mirror("west")).isEmpty();
        assertThat(view.partition(PARTITION)).isEmpty();
        assertThat(view.wish("west", "a")).isEmpty();
        view.apply(mirror(2, false, 9));
        assertThat(view.mirror("west")).isPresent();
        assertThat(view.partition(PARTITION)).isEmpty();
        assertThat(view.wish("west", "a")).isEmpty();
        view.apply(state(10, 8, 1, StateName.PREPARING));
        assertThat(view.partition(PARTITION)).isPresent();
    }

    @Test
    void f24ARequestIsNotDoneAgainNorForAnOldGeneration() {
        RecordKey.Request key = new RecordKey.Request("west", "request-1");
        StateRecord request =
                new StateRecord(key, new RecordValue.TopicRequest("a", 3, TOPIC, 1, (short) 3, 10, Map.of(), 1_000));
        StateView view = view(mirror(0, false, 0), request, wish(3, 0, "op-1", Desired.MIRRORING));
        assertThat(view.openRequests("west", 999)).containsOnlyKeys(key);
        assertThat(view.openRequests("west", 1_000)).as("expired").isEmpty();
        StateView done = view(mirror(0, false, 0), request);
        done.apply(new StateRecord(
                new RecordKey.RequestOutcome("west", "request-1"),
                new RecordValue.Outcome(true, "created", 1, 1, Map.of())));
        assertThat(done.openRequests("west", 0)).isEmpty();
        view.apply(wish(4, 0, "op-2", Desired.MIRRORING));
        assertThat(view.openRequests("west", 0))
                .as("older than the newest generation")
                .isEmpty();
    }

    private static StateRecord salvage(String mirror, String id, int nodeId) {
        return new StateRecord(
                new RecordKey.Salvage(mirror, id),
                new RecordValue.Salvage(
                        "a", TOPIC, 0, 3, 7, SalvageReason.PREPARING, null, 5, 9, 1, 4, 99, 1, nodeId, "h", "/x", 1));
    }

    @Test
    void whatWasSavedIsListedInOrderUntilItsTombstoneAndOutlivesItsMirror() {
        StateRecord one = salvage("west", "a-0/3-7-1", 1);
        StateView view = view(salvage("west", "a-0/3-7-2", 1), one, salvage("east", "a-0/3-7-9", 2));
        assertThat(view.salvages().keySet())
                .extracting(RecordKey.Salvage::salvageId)
                .containsExactly("a-0/3-7-9", "a-0/3-7-1", "a-0/3-7-2");
        view.apply(mirror(1, true, 9));
        assertThat(view.salvages()).hasSize(3).containsEntry((RecordKey.Salvage) one.key(), (RecordValue.Salvage)
                Objects.requireNonNull(one.value()));
        view.apply(new StateRecord(one.key(), null));
        assertThat(view.salvages()).hasSize(2).doesNotContainKey((RecordKey.Salvage) one.key());
    }

    @Test
    void aPruneIsOpenForItsNodeUntilItHasAnOutcomeOrExpires() {
        RecordKey.Request key = new RecordKey.Request("west", "prune-1");
        StateView view = view(new StateRecord(key, new RecordValue.SalvagePruneRequest(2, List.of("x"), 1_000)));
        assertThat(view.openPrunes(2, 999)).as("no mirror is needed").containsOnlyKeys(key);
        assertThat(view.openPrunes(1, 999)).as("another node").isEmpty();
        assertThat(view.openPrunes(2, 1_000)).as("expired").isEmpty();
        view.apply(new StateRecord(
                new RecordKey.RequestOutcome("west", "prune-1"),
                new RecordValue.Outcome(true, "deleted", 2, 1, Map.of())));
        assertThat(view.openPrunes(2, 0)).isEmpty();
    }

    @Test
    void aValueUnderAForeignKeyIsRefused() {
        StateRecord record =
                new StateRecord(new RecordKey.Heartbeat(1), mirror(0, false, 0).value());
        assertThatThrownBy(() -> new StateView().apply(record))
                .hasMessageContaining("value Mirror for key Heartbeat[nodeId=1]");
    }
}
