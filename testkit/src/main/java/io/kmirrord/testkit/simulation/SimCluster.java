// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.FencePhase;
import io.kmirrord.statemachine.FenceSeen;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.Wish;
import io.kmirrord.statemachine.decision.EpochStart;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A cluster with one partition: its brokers, its metadata, its state topic. The bridge is {@link SimBridge}. */
final class SimCluster {
    static final int BROKERS = 3;
    static final int MIN_ISR = 2;
    static final UUID TOPIC = new UUID(1, 1);

    final String name;
    final PartitionId partition;
    final SimLog[] logs = new SimLog[BROKERS];
    final boolean[] alive = {true, true, true};
    /** LEO of each replica as the leader saw it last. */
    final long[] fetched = new long[BROKERS];

    final TreeSet<Integer> isr = new TreeSet<>(List.of(0, 1, 2));
    int leader;
    int leaderEpoch;
    long highWatermark;
    boolean hadUncleanElection;

    /** Null: never mirrored here, open. */
    @Nullable
    FenceSeen fence;

    /** The only append right, 0 if there is none. */
    long token;

    long tokens;
    /** Followers that must fetch before appends go on, empty if no cut is pending. */
    final Set<Integer> barrier = new TreeSet<>();

    /** Number of restarts of the log, and how many of them each replica has followed (F16). */
    int restarts;

    final int[] followed = new int[BROKERS];

    final Set<Batch> salvaged = new HashSet<>();
    final List<StateRecord> stateLog = new ArrayList<>();
    final StateView view = new StateView();
    /** Local transactions whose coordinator has not ended them. */
    final Set<Integer> clientTransactions = new TreeSet<>();
    /** Local transactions whose commit marker was swallowed by the fence. */
    final Set<Integer> swallowedCommits = new TreeSet<>();

    final SimGroup group = new SimGroup();

    SimCluster(String name) {
        this.name = name;
        partition = new PartitionId("to-" + name, TOPIC, 0);
        for (int broker = 0; broker < BROKERS; broker++) {
            logs[broker] = new SimLog();
        }
        logs[0].lead(0);
        write(
                new RecordKey.Mirror(partition.mirror(), 0, "create"),
                new RecordValue.Mirror(Map.of(), List.of("t"), List.of(), null, 0, false, 0));
    }

    void write(RecordKey key, @Nullable RecordValue value) {
        StateRecord record = new StateRecord(key, value);
        stateLog.add(record);
        view.apply(record);
    }

    void wish(Wish wish, String operation) {
        write(
                new RecordKey.MirrorTopic(partition.mirror(), "t", wish.generation(), wish.revision(), operation),
                new RecordValue.MirrorTopic(TOPIC, wish.desired(), wish.overwriteLocal(), wish.confirmCut(), 0));
    }

    Optional<Wish> wish() {
        return view.wish(partition.mirror(), "t");
    }

    Optional<Recorded> recorded() {
        return view.partition(partition);
    }

    boolean wishes(Desired desired) {
        return wish().filter(wish -> wish.desired() == desired).isPresent();
    }

    boolean open() {
        return fence == null || fence.phase() == FencePhase.STOPPED;
    }

    @Nullable
    SimLog leaderLog() {
        return leader < 0 ? null : logs[leader];
    }

    boolean leads(int broker) {
        return leader == broker && alive[broker];
    }

    // ---- replication

    void advance() {
        SimLog log = leaderLog();
        if (log == null) {
            return;
        }
        long low = log.end();
        for (int broker : isr) {
            if (broker != leader) {
                low = Math.min(low, fetched[broker]);
            }
        }
        highWatermark = Math.max(highWatermark, Math.min(low, log.end()));
    }

    /** One fetch of a follower, as Kafka's: divergence first, then data. */
    void replicate(int follower, int max) {
        SimLog from = leaderLog();
        if (from == null || follower == leader || !alive[follower]) {
            return;
        }
        SimLog to = logs[follower];
        if (followed[follower] == restarts && to.sameTail(from)) {
            reached(follower, to, from);
            return;
        }
        if (followed[follower] < restarts) {
            followed[follower] = restarts;
            to.restart(from.start());
        }
        if (to.end() < from.start() || (to.batches().isEmpty() && to.end() != from.start() && from.start() > 0)) {
            to.restart(from.start());
        } else if (to.lastEpoch() >= 0) {
            EpochStart end = from.endOffsetFor(to.lastEpoch());
            if (end.epoch() < 0) {
                if (from.end() < to.end()) {
                    to.truncate(from.end());
                }
                return;
            }
            if (end.epoch() < to.lastEpoch() || end.startOffset() < to.end()) {
                long common = Math.min(end.startOffset(), endOfEpoch(to, end.epoch()));
                if (common < to.start()) {
                    to.restart(common);
                } else {
                    to.truncate(common);
                }
                return;
            }
        } else if (to.end() > from.end()) {
            to.restart(from.start());
        }
        copy(from, to, max);
        reached(follower, to, from);
    }

    private void reached(int follower, SimLog to, SimLog from) {
        to.deleteBefore(from.start());
        fetched[follower] = to.end();
        if (to.end() <= from.end()) {
            barrier.remove(follower);
        }
        advance();
        if (to.end() >= highWatermark && to.end() <= from.end()) {
            isr.add(follower);
        }
    }

    private static long endOfEpoch(SimLog log, int epoch) {
        long end = log.start();
        for (Batch batch : log.batches()) {
            end = batch.epoch <= epoch ? batch.offset + 1 : end;
        }
        return end;
    }

    private static void copy(SimLog from, SimLog to, int max) {
        int left = max;
        for (Batch batch : from.batches()) {
            if (batch.offset >= to.end() && left-- > 0) {
                to.append(batch);
            }
        }
    }

    /** The leader drops a follower that lags from the ISR. */
    void shrink(int follower) {
        SimLog log = leaderLog();
        if (follower != leader && log != null && fetched[follower] < log.end()) {
            isr.remove(follower);
            advance();
        }
    }

    // ---- elections

    void kill(int broker) {
        if (!alive[broker]) {
            return;
        }
        alive[broker] = false;
        if (isr.size() > 1) {
            isr.remove(broker);
        }
        if (leader == broker) {
            elect();
        } else {
            advance();
        }
    }

    void restart(int broker) {
        alive[broker] = true;
        if (leader < 0) {
            elect();
        }
    }

    void elect() {
        int found = -1;
        for (int broker : isr) {
            found = alive[broker] ? broker : found;
        }
        lead(found);
    }

    /** Moves leadership to another replica in sync, as a preferred election does. */
    void move(int broker) {
        if (isr.contains(broker) && alive[broker] && leader != broker && leader >= 0) {
            lead(broker);
        }
    }

    void electUnclean(int broker) {
        if (leader >= 0 || !alive[broker]) {
            return;
        }
        hadUncleanElection = true;
        restarts = followed[broker];
        isr.clear();
        isr.add(broker);
        highWatermark = Math.min(highWatermark, logs[broker].end());
        lead(broker);
    }

    private void lead(int broker) {
        leader = broker;
        token = 0;
        barrier.clear();
        if (broker < 0) {
            return;
        }
        leaderEpoch++;
        becameLeader();
    }

    private void becameLeader() {
        for (int other = 0; other < BROKERS; other++) {
            logs[other].follow();
            if (!open()) {
                logs[other].dropEpochAtEnd();
            }
            fetched[other] = 0;
        }
        if (open()) {
            logs[leader].lead(leaderEpoch);
        }
        fetched[leader] = logs[leader].end();
        advance();
    }

    /** ENSURE_EPOCH. Returns whether anything changed. */
    boolean ensureEpoch(int epoch) {
        if (epoch <= leaderEpoch) {
            return false;
        }
        leaderEpoch = epoch;
        token = 0;
        barrier.clear();
        if (leader >= 0) {
            becameLeader();
        }
        return true;
    }

    // ---- clients

    void produce(Batch.Kind kind, int producer) {
        SimLog log = leaderLog();
        if (log != null && isr.size() >= MIN_ISR) {
            log.append(new Batch(log.end(), leaderEpoch, kind, producer, name));
            advance();
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name)
                .append(": leader ")
                .append(leader)
                .append('@')
                .append(leaderEpoch)
                .append(" isr ")
                .append(isr)
                .append(" hw ")
                .append(highWatermark)
                .append(" fence ")
                .append(fence)
                .append(" token ")
                .append(token)
                .append("\n  wish ")
                .append(wish())
                .append("\n  state ")
                .append(recorded());
        for (int broker = 0; broker < BROKERS; broker++) {
            text.append("\n  ")
                    .append(broker)
                    .append(alive[broker] ? "  " : "† ")
                    .append(logs[broker]);
        }
        return text.toString();
    }
}
