// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.FencePhase;
import io.kmirrord.statemachine.Moment;
import io.kmirrord.statemachine.PartitionState;
import io.kmirrord.statemachine.Settings;
import io.kmirrord.statemachine.Step;
import io.kmirrord.statemachine.decision.CutLimits;
import io.kmirrord.statemachine.decision.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Runs a history. Confined to one thread; equal histories give equal runs. */
public final class Simulation {
    private static final CutLimits LIMITS = new CutLimits(12, Long.MAX_VALUE);
    private static final RetryPolicy RETRY = new RetryPolicy(200, 1_000, 4, 0.2);

    private final SimOptions options;
    private final SimCluster a = new SimCluster("A");
    private final SimCluster b = new SimCluster("B");
    private final List<SimDaemon> daemons = new ArrayList<>();
    private final List<Invariants> invariants = List.of(new Invariants(), new Invariants());
    private final boolean[] unclean = {false, true};
    private final SimEffects effects;
    private final SimFetch fetch;
    private final SimOperator operator;
    private final SimFaults faults;
    private final SimGroups groups;
    private int producers;
    private long nowMs = 1_000_000;
    private long steps;
    private int effectsDone;
    private int crashAfter = -1;

    public Simulation(SimOptions options) {
        this.options = options;
        effects = new SimEffects(this, options);
        fetch = new SimFetch(this, options);
        operator = new SimOperator(this);
        faults = new SimFaults(this);
        groups = new SimGroups(this, options.groups());
        for (SimCluster cluster : List.of(a, b)) {
            for (int broker = 0; broker < SimCluster.BROKERS; broker++) {
                daemons.add(new SimDaemon(cluster, broker));
            }
        }
    }

    /**
     * Runs a history to its end, then until all is calm.
     *
     * @throws Violation naming the invariant that did not hold
     */
    public static void run(List<SimEvent> history, SimOptions options) {
        Simulation simulation = new Simulation(options);
        history.forEach(simulation::on);
        new Calm(simulation, true).reach();
    }

    /** Lets one event happen and checks the invariants. */
    public void on(SimEvent event) {
        SimCluster cluster = event.a() % 2 == 0 ? a : b;
        switch (event.kind()) {
            case DAEMON -> actSomewhere(event.a(), event.b());
            case REPLICATE -> replicate(event.b());
            case PRODUCE -> produce(cluster, event.b());
            case TRANSACTION -> transaction(cluster, event.b());
            case GROUP_CLIENT -> groups.client(cluster, event.b());
            case GROUP_SYNC -> groups.sync(cluster, event.b());
            case TIME -> nowMs += event.b() % 3_000;
            case COMPACTION_CHECK -> Invariants.view(cluster, event.b());
            case WISH_START, WISH_STOP, WISH_PAUSE, WISH_RESUME, RECOVER ->
                operator.on(event.kind(), cluster, event.b());
            default -> faults.on(event, cluster, daemons.get(event.a() % daemons.size()));
        }
        check();
    }

    /** Most followers fetch all the time; now and then one of them does not. */
    private void replicate(int number) {
        for (SimCluster cluster : clusters()) {
            for (int broker = 0; broker < SimCluster.BROKERS; broker++) {
                if ((number >> broker) % 4 != 0) {
                    cluster.replicate(broker, 1 + number / 16 % 8);
                }
            }
        }
    }

    void check() {
        invariants.get(0).check(a);
        invariants.get(1).check(b);
    }

    /** Clients write at A first, and at B once it has been made writable; a few come too early. */
    private void produce(SimCluster cluster, int number) {
        if (cluster.open() && (cluster == a || cluster.fence != null || number % 16 == 0)) {
            cluster.produce(Batch.Kind.DATA, -1);
        }
    }

    /** A client begins a transaction where it may write; its coordinator commits one later, in whatever phase. */
    private void transaction(SimCluster cluster, int number) {
        if (cluster.clientTransactions.isEmpty() || number % 2 == 0) {
            if (cluster.open()
                    && (cluster == a || cluster.fence != null)
                    && cluster.leader >= 0
                    && cluster.isr.size() >= SimCluster.MIN_ISR) {
                int producer = ++producers;
                cluster.clientTransactions.add(producer);
                cluster.produce(Batch.Kind.TRANSACTIONAL, producer);
            }
            return;
        }
        int producer = cluster.clientTransactions.iterator().next();
        if (cluster.leader < 0 || cluster.isr.size() < SimCluster.MIN_ISR) {
            return;
        }
        cluster.clientTransactions.remove(producer);
        boolean appended =
                cluster.open() || Objects.requireNonNull(cluster.fence).phase() == FencePhase.PREPARING;
        if (!appended) {
            cluster.swallowedCommits.add(producer);
        } else if (cluster.logs[cluster.leader].openTransactions().contains(producer)) {
            cluster.produce(Batch.Kind.COMMIT, producer);
        }
    }

    private void actSomewhere(int which, int choice) {
        List<SimDaemon> ready = new ArrayList<>(daemons.size());
        for (SimDaemon daemon : daemons) {
            if (!daemon.asleep && daemon.ready(nowMs)) {
                ready.add(daemon);
            }
        }
        if (!ready.isEmpty()) {
            act(ready.get(which % ready.size()), choice);
        }
    }

    /** One thing that a daemon may do now; false if there is none. */
    boolean act(SimDaemon daemon, int choice) {
        if (daemon.asleep) {
            return false;
        }
        List<Runnable> choices = new ArrayList<>(4);
        if (!daemon.effects.isEmpty()) {
            choices.add(() -> effect(daemon));
        }
        if (!daemon.inbox.isEmpty()) {
            choices.add(() -> take(daemon, daemon.inbox.remove(choice / 7 % daemon.inbox.size())));
        }
        if (daemon.watch) {
            choices.add(() -> watch(daemon));
        }
        if (daemon.wished) {
            choices.add(() -> wished(daemon));
        }
        if (daemon.fetcher != null) {
            choices.add(() -> fetch.run(daemon));
        }
        if (!daemon.timers.isEmpty()
                && daemon.timers.removeIf(
                        timer -> timer.atMs() <= nowMs && daemon.inbox.add(new Event.RetryDue(timer.id())))) {
            return true;
        }
        if (choices.isEmpty()) {
            return false;
        }
        choices.get(choice % choices.size()).run();
        return true;
    }

    private void effect(SimDaemon daemon) {
        effects.run(daemon);
        if (++effectsDone == crashAfter) {
            daemon.crash();
        }
    }

    /** Effects done so far, waiting counted. */
    int effectsDone() {
        return effectsDone;
    }

    /** Kills a daemon right after it has done its n-th effect, counted over all. */
    void crashAfter(int count) {
        crashAfter = count;
    }

    private void watch(SimDaemon daemon) {
        SimCluster cluster = daemon.cluster;
        daemon.watch = false;
        take(
                daemon,
                cluster.leads(daemon.broker)
                        ? new Event.LeadershipGained(
                                cluster.leaderEpoch,
                                cluster.wish().orElse(null),
                                settings(cluster),
                                cluster.recorded().orElse(null),
                                cluster.fence)
                        : new Event.LeadershipLost());
    }

    private void wished(SimDaemon daemon) {
        daemon.wished = false;
        SimCluster cluster = daemon.cluster;
        if (daemon.state instanceof PartitionState.Unknown) {
            daemon.watch = true;
        } else {
            cluster.wish().ifPresent(wish -> take(daemon, new Event.WishChanged(wish, settings(cluster))));
        }
    }

    private void take(SimDaemon daemon, Event event) {
        Step step = options.stepper().step(daemon.state, event, new Moment(nowMs, steps++ % 100 / 100.0));
        Violation.unless(step.outcome() != Step.Outcome.REJECT, "matrix", () -> step.reason() + " in " + daemon);
        boolean sameStep = step.next() instanceof PartitionState.Led next
                && daemon.state instanceof PartitionState.Led before
                && next.core().effectId().equals(before.core().effectId());
        if (step.outcome() == Step.Outcome.MOVE && !sameStep) {
            daemon.effects.clear();
            daemon.tries = 0;
        }
        daemon.state = step.next();
        daemon.effects.addAll(step.effects());
    }

    void leadershipChanged(SimCluster cluster) {
        daemons.stream().filter(daemon -> daemon.cluster == cluster).forEach(daemon -> daemon.watch = true);
    }

    void wishChanged(SimCluster cluster) {
        daemons.stream().filter(daemon -> daemon.cluster == cluster).forEach(daemon -> daemon.wished = true);
    }

    void setUnclean(SimCluster cluster, boolean supported) {
        unclean[cluster == a ? 0 : 1] = supported;
    }

    private Settings settings(SimCluster cluster) {
        return new Settings(
                LIMITS,
                RETRY,
                unclean[cluster == a ? 0 : 1],
                Settings.OnGap.CONTINUE,
                Settings.OnLongPause.FAIL,
                false,
                86_400_000);
    }

    SimCluster other(SimCluster cluster) {
        return cluster == a ? b : a;
    }

    List<SimCluster> clusters() {
        return List.of(a, b);
    }

    List<SimDaemon> daemons() {
        return daemons;
    }

    SimEffects effects() {
        return effects;
    }

    SimGroups groups() {
        return groups;
    }

    SimOperator operator() {
        return operator;
    }

    long nowMs() {
        return nowMs;
    }

    void advance(long ms) {
        nowMs += ms;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(a).append('\n').append(b);
        daemons.forEach(daemon -> text.append('\n').append(daemon));
        return text.toString();
    }
}
