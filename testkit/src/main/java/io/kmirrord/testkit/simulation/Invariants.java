// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.FenceSeen;
import io.kmirrord.statemachine.Position;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.Touch;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * The invariants of design section 6, as far as one partition and one consumer group without a real broker can show
 * them. I5 is {@link GroupInvariant}; I9 and I10 are checked where a cut or the log itself is touched, by {@link
 * SimBridge} and {@link StockLog}; I8 by {@link Calm}.
 */
final class Invariants {
    private final Map<SimCluster, Integer> lastLeaderEpoch = new HashMap<>();
    private final Map<Long, Position> positions = new HashMap<>();
    private final GroupInvariant groups = new GroupInvariant();
    private int checked;

    /** After every event. */
    void check(SimCluster cluster) {
        Integer before = lastLeaderEpoch.put(cluster, cluster.leaderEpoch);
        Violation.unless(before == null || before <= cluster.leaderEpoch, "I2", () -> "the leader epoch fell");
        groups.check(cluster);
        SimLog leader = cluster.leaderLog();
        if (leader == null) {
            return;
        }
        for (int broker : cluster.isr) {
            boolean same = leader.sameBelow(cluster.logs[broker], cluster.highWatermark);
            Violation.unless(same, "I1", () -> "replica " + broker + " differs from its leader: " + cluster);
        }
        if (cluster.token != 0) {
            Violation.unless(
                    leader.lastEpoch() < cluster.leaderEpoch, "I2", () -> "DLE not above a mirrored epoch: " + cluster);
        }
        checkPositions(cluster);
    }

    /** One LME and LMO for every generation that ended, whoever wrote it. */
    private void checkPositions(SimCluster cluster) {
        if (cluster.stateLog.size() == checked) {
            return;
        }
        List<StateRecord> fresh = cluster.stateLog.subList(checked, cluster.stateLog.size());
        checked = cluster.stateLog.size();
        for (StateRecord record : fresh) {
            if (record.value() instanceof RecordValue.MirrorPartitionState value
                    && value.state().state() == StateName.STOPPED
                    && value.state().position() != null) {
                Position position = value.state().position();
                Position first = positions.putIfAbsent(value.state().id().generation(), position);
                boolean same = first == null || (first.lme() == position.lme() && first.lmo() == position.lmo());
                Violation.unless(same, "I7", () -> "generation recorded " + first + " and " + position);
            }
        }
    }

    /** A log and its source agree, as the source sees it: then they must hold the same. */
    static void fetched(SimCluster cluster, SimLog log, SimLog source) {
        Violation.unless(
                log.sameBelow(source, log.end()),
                "I1",
                () -> "fetches above a difference: " + cluster + ", source " + source);
    }

    /** A batch was appended. */
    static void appended(SimCluster cluster) {
        Recorded winner = cluster.recorded().orElse(null);
        StateName state = winner == null ? StateName.UNKNOWN : winner.state();
        boolean writes = state != StateName.UNKNOWN && state != StateName.PAUSED && state != StateName.STOPPED;
        Violation.unless(writes, "I3", () -> "appended while the state is " + state + ": " + cluster);
        Violation.unless(!cluster.open(), "I3", () -> "appended to an open partition: " + cluster);
    }

    /** The partition was opened to clients. */
    static void opened(SimCluster cluster, long generation) {
        Recorded winner = cluster.recorded().orElse(null);
        FenceSeen fence = cluster.fence;
        boolean recorded = winner != null && winner.id().generation() == generation && winner.position() != null;
        Violation.unless(recorded, "I7", () -> "opened before LME and LMO were recorded: " + cluster);
        SimLog log = cluster.leaderLog();
        if (log == null || winner == null || fence == null || cluster.hadUncleanElection) {
            return;
        }
        Violation.unless(
                fence.stopEpoch() >= 0 && cluster.leaderEpoch >= fence.stopEpoch(),
                "I4",
                () -> "opened below block E: " + cluster);
        Position position = winner.position();
        if (position == null) {
            return;
        }

        if (winner.memory().touch() == Touch.UNTOUCHED) {
            Set<Integer> hanging = new HashSet<>(log.openTransactions());
            hanging.retainAll(cluster.swallowedCommits);
            Violation.unless(hanging.isEmpty(), "I6", () -> "committed transactions hang: " + hanging + ": " + cluster);
            return;
        }
        Violation.unless(log.openTransactions().isEmpty(), "I6", () -> "opened with open transactions: " + cluster);
        boolean expired = winner.mark() >= 0 && winner.mark() < log.start();
        boolean marked = expired
                || log.batches().stream()
                        .anyMatch(batch -> batch.kind == Batch.Kind.MARK && batch.epoch >= fence.stopEpoch());
        Violation.unless(marked, "I6", () -> "opened without a mark: " + cluster);
        boolean local = log.batches().stream()
                .allMatch(batch ->
                        (batch.offset < position.lmo()) == (batch.epoch < fence.stopEpoch()) || !position.isKnown());
        Violation.unless(
                winner.memory().touch() != Touch.MIRRORED || local, "I7", () -> "LMO is not the border: " + cluster);
    }

    /** A reader of what compaction leaves sees what everybody sees. */
    static void view(SimCluster cluster, long seed) {
        Random random = new Random(seed);
        Map<RecordKey, Integer> last = new HashMap<>();
        List<StateRecord> log = cluster.stateLog;
        for (int i = 0; i < log.size(); i++) {
            last.put(log.get(i).key(), i);
        }
        List<StateRecord> kept = new ArrayList<>();
        for (int i = 0; i < log.size(); i++) {
            if (last.getOrDefault(log.get(i).key(), i) == i || random.nextInt(4) == 0) {
                kept.add(log.get(i));
            }
        }
        List<StateRecord> values =
                new ArrayList<>(kept.stream().filter(it -> it.value() != null).toList());
        Collections.shuffle(values, random);
        StateView other = new StateView();
        values.forEach(other::apply);
        kept.stream().filter(it -> it.value() == null).forEach(other::apply);
        boolean same = other.partition(cluster.partition).equals(cluster.recorded())
                && other.wish(cluster.partition.mirror(), "t").equals(cluster.wish());
        Violation.unless(same, "I11", () -> "a later reader sees something else: " + cluster);
    }
}
