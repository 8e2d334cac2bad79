// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.FencePhase;
import io.kmirrord.statemachine.FenceSeen;
import io.kmirrord.statemachine.Position;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.SourcePosition;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.Tail;
import io.kmirrord.statemachine.decision.EpochStart;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.decision.LocalLog;
import io.kmirrord.statemachine.decision.ReplicaLog;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Carries out the effects of a daemon as the real one would. */
final class SimEffects {
    private static final int TRIES = 25;

    private final Simulation simulation;
    private final SimOptions options;

    SimEffects(Simulation simulation, SimOptions options) {
        this.simulation = simulation;
        this.options = options;
    }

    /** Does the next effect of a daemon, or waits. */
    void run(SimDaemon daemon) {
        Effect effect = Objects.requireNonNull(daemon.effects.peek());
        SimCluster cluster = daemon.cluster;
        EffectId id = effect.id();
        if (needsLeadership(effect) && (!cluster.leads(daemon.broker) || cluster.leaderEpoch != id.leaderEpoch())) {
            daemon.effects.clear();
            return;
        }
        SimBridge bridge = new SimBridge(cluster, options);
        SimCluster source = simulation.other(cluster);
        if (effect instanceof Effect.PersistState it) {
            persist(cluster, it.recorded());
            done(daemon, null);
        } else if (effect instanceof Effect.ReadSourcePosition) {
            SimLog log = source.leaderLog();
            answer(daemon, log == null ? unreachable(id) : position(id, cluster, source, log));
        } else if (effect instanceof Effect.PutFence it) {
            int seen = source.leaderEpoch;
            Failure refused = bridge.putFence(id.generation(), it.phase(), it.decideStop(), seen);
            int stopEpoch = it.decideStop() && cluster.fence != null ? cluster.fence.stopEpoch() : -1;
            answer(daemon, refused, new Event.FencePut(id, stopEpoch));
        } else if (effect instanceof Effect.DescribeLog) {
            answer(daemon, new Event.LogDescribed(id, describe(cluster)));
        } else if (effect instanceof Effect.AskSourceEpoch it) {
            SimLog log = source.leaderLog();
            EpochStart end = log == null ? null : log.endOffsetFor(it.epoch());
            answer(daemon, end == null ? unreachable(id) : new Event.EpochAnswered(id, end.epoch(), end.startOffset()));
        } else if (effect instanceof Effect.MeasureCut it) {
            answer(daemon, measure(id, cluster, source, it.fromOffset()));
        } else if (effect instanceof Effect.Salvage it) {
            salvage(cluster, it.fromOffset());
            long saved = leaderEnd(cluster) - it.fromOffset();
            answer(daemon, new Event.Salvaged(id, leaderEnd(cluster), saved, it.bytes()));
        } else if (effect instanceof Effect.Truncate it) {
            Failure refused = bridge.truncate(id.generation(), it.offset(), it.savedTo(), it.nextEpoch());
            answer(daemon, refused, new Event.CutDone(id, leaderEnd(cluster)));
        } else if (effect instanceof Effect.RestartAt it) {
            answer(
                    daemon,
                    bridge.restartAt(id.generation(), it.offset(), it.savedTo()),
                    new Event.CutDone(id, leaderEnd(cluster)));
        } else if (effect instanceof Effect.AwaitBarrier it) {
            await(daemon, bridge.barrierReached(it.offset(), it.allReplicas()), new Event.BarrierReached(id));
        } else if (effect instanceof Effect.CompareTail) {
            answer(daemon, compareTail(id, cluster, source));
        } else if (effect instanceof Effect.RaiseEpoch it) {
            if (cluster.ensureEpoch(it.minEpoch())) {
                simulation.leadershipChanged(cluster);
            }
            answer(daemon, new Event.EpochRaised(id));
        } else if (effect instanceof Effect.StartFetcher it) {
            startFetcher(daemon, bridge, it);
        } else if (effect instanceof Effect.StopFetcher) {
            daemon.fetcher = null;
            answer(daemon, new Event.FetcherStopped(id));
        } else if (effect instanceof Effect.AwaitHighWatermark) {
            SimLog log = cluster.logs[cluster.leader];
            boolean reached = cluster.highWatermark == log.end();
            await(daemon, reached, new Event.HighWatermarkReached(id, log.end(), log.lastEpoch()));
        } else if (effect instanceof Effect.AbortOpen) {
            appendAndAwait(daemon, bridge, true);
        } else if (effect instanceof Effect.PutMark) {
            appendAndAwait(daemon, bridge, false);
        } else if (effect instanceof Effect.OpenPartition it) {
            open(daemon, bridge, it);
        } else if (effect instanceof Effect.ScheduleRetry it) {
            daemon.timers.add(new SimDaemon.Timer(it.atMs(), id));
            done(daemon, null);
        } else {
            done(daemon, null);
        }
    }

    private static boolean needsLeadership(Effect effect) {
        return effect instanceof Effect.DescribeLog
                || effect instanceof Effect.MeasureCut
                || effect instanceof Effect.Salvage
                || effect instanceof Effect.Truncate
                || effect instanceof Effect.RestartAt
                || effect instanceof Effect.AwaitBarrier
                || effect instanceof Effect.CompareTail
                || effect instanceof Effect.StartFetcher
                || effect instanceof Effect.AwaitHighWatermark
                || effect instanceof Effect.AbortOpen
                || effect instanceof Effect.PutMark;
    }

    private void answer(SimDaemon daemon, Event event) {
        answer(daemon, event instanceof Event.EffectFailed failed ? failed.failure() : null, event);
    }

    private void answer(SimDaemon daemon, @Nullable Failure refused, Event event) {
        if (refused == null) {
            done(daemon, event);
        } else {
            fail(daemon, refused);
        }
    }

    /** Ends the effect; only the last one with a result answers. */
    private void done(SimDaemon daemon, @Nullable Event event) {
        daemon.effects.remove();
        daemon.tries = 0;
        boolean last = daemon.effects.stream()
                .allMatch(it -> it instanceof Effect.ScheduleRetry || it instanceof Effect.ReportFailure);
        if (event != null && last) {
            daemon.inbox.add(event);
        }
    }

    void fail(SimDaemon daemon, Failure failure) {
        EffectId id = Objects.requireNonNull(daemon.effects.peek()).id();
        daemon.effects.clear();
        daemon.tries = 0;
        daemon.inbox.add(new Event.EffectFailed(id, failure));
    }

    private void await(SimDaemon daemon, boolean reached, Event event) {
        if (reached) {
            done(daemon, event);
        } else if (++daemon.tries > TRIES) {
            fail(daemon, new Failure(FailureCode.REPLICAS_LAG, "timeout"));
        }
    }

    private static Event unreachable(EffectId id) {
        return new Event.EffectFailed(id, new Failure(FailureCode.SOURCE_UNREACHABLE, "no leader"));
    }

    private static long leaderEnd(SimCluster cluster) {
        return cluster.logs[cluster.leader].end();
    }

    private static void persist(SimCluster cluster, Recorded recorded) {
        if (recorded.state() == StateName.PAUSED || recorded.state() == StateName.STOPPED) {
            // What is reported as untouched must not be touched by a commit decided before (F19b).
            cluster.group.initProducerId();
        }
        RecordKey key = new RecordKey.MirrorPartitionState(
                cluster.partition.mirror(),
                SimCluster.TOPIC,
                0,
                recorded.id().generation(),
                recorded.id().leaderEpoch());
        cluster.write(key, new RecordValue.MirrorPartitionState("t", recorded));
        if (cluster.recorded()
                .filter(winner -> winner.id().equals(recorded.id()))
                .isPresent()) {
            cluster.view.beaten(cluster.partition).forEach(lower -> cluster.write(lower, null));
        }
    }

    /** What the source's state topic says of a mirror from this cluster. */
    private Event position(EffectId id, SimCluster cluster, SimCluster source, SimLog log) {
        Recorded recorded = source.recorded().orElse(null);
        boolean wished = source.wish().isPresent();
        SourcePosition position;
        if (recorded == null && !wished) {
            position = new SourcePosition.Absent();
        } else if (recorded == null
                || recorded.state() != StateName.STOPPED
                || source.wish().stream()
                        .anyMatch(wish -> wish.generation() > recorded.id().generation())) {
            position = new SourcePosition.ReverseNotStopped(source.partition.mirror(), "not STOPPED");
        } else {
            Position stop = Objects.requireNonNull(recorded.position());
            position = stop.isKnown() && stop.sourceClusterId().equals(cluster.name)
                    ? new SourcePosition.Known(stop.lme(), stop.lmo(), stop.contactMs())
                    : new SourcePosition.Absent();
        }
        return new Event.PositionRead(id, position, source.name, source.leaderEpoch, log.start());
    }

    private static LocalLog describe(SimCluster cluster) {
        SimLog log = cluster.logs[cluster.leader];
        List<ReplicaLog> replicas = new ArrayList<>();
        for (int broker = 0; broker < SimCluster.BROKERS; broker++) {
            replicas.add(new ReplicaLog(broker, -1));
        }
        return new LocalLog(log.start(), log.end(), cluster.highWatermark, log.epochs(), false, true, replicas);
    }

    private static Event measure(EffectId id, SimCluster cluster, SimCluster source, long from) {
        SimLog log = source.leaderLog();
        if (log == null) {
            return unreachable(id);
        }
        int next = log.batches().stream()
                .filter(batch -> batch.offset >= from)
                .mapToInt(batch -> batch.epoch)
                .findFirst()
                .orElse(source.leaderEpoch);
        return new Event.CutMeasured(id, leaderEnd(cluster) - from, next);
    }

    private static void salvage(SimCluster cluster, long from) {
        cluster.logs[cluster.leader].batches().stream()
                .filter(batch -> batch.offset >= from)
                .forEach(cluster.salvaged::add);
    }

    private static Event compareTail(EffectId id, SimCluster cluster, SimCluster source) {
        SimLog from = source.leaderLog();
        List<Batch> batches = cluster.logs[cluster.leader].batches();
        if (from == null) {
            return unreachable(id);
        }
        Batch last = batches.isEmpty() ? null : batches.get(batches.size() - 1);
        Batch theirs = last == null ? null : from.at(last.offset);
        Tail tail = theirs == null ? Tail.ABSENT : theirs == last ? Tail.EQUAL : Tail.DIFFERENT;
        return new Event.TailCompared(id, tail);
    }

    private void startFetcher(SimDaemon daemon, SimBridge bridge, Effect.StartFetcher effect) {
        long token = bridge.begin(effect.id().generation());
        if (token < 0) {
            fail(daemon, new Failure(FailureCode.FENCE_REFUSED, "BEGIN: fence " + daemon.cluster.fence));
            return;
        }
        daemon.fetcher = new SimDaemon.Fetcher(effect.id(), effect.id().leaderEpoch(), token, effect.skipTo());
        done(daemon, null);
    }

    /** Appends once per effect, then waits until the high watermark is above it. */
    private void appendAndAwait(SimDaemon daemon, SimBridge bridge, boolean abort) {
        SimCluster cluster = daemon.cluster;
        EffectId id = Objects.requireNonNull(daemon.effects.peek()).id();
        if (daemon.tries == 0) {
            Failure refused = abort ? bridge.abortOpen(id.generation()) : bridge.mark(id.generation());
            if (refused != null) {
                fail(daemon, refused);
                return;
            }
        }
        SimLog log = cluster.logs[cluster.leader];
        Event event = abort ? new Event.OpenAborted(id) : new Event.MarkPut(id, log.end() - 1);
        if (cluster.highWatermark == log.end()) {
            done(daemon, event);
        } else if (++daemon.tries > TRIES) {
            fail(daemon, new Failure(FailureCode.NOT_ENOUGH_REPLICAS, "timeout"));
        }
    }

    private void open(SimDaemon daemon, SimBridge bridge, Effect.OpenPartition effect) {
        SimCluster cluster = daemon.cluster;
        FenceSeen fence = cluster.fence;
        boolean wasOpen =
                fence != null && fence.generation() == effect.id().generation() && fence.phase() == FencePhase.STOPPED;
        simulation.groups().beforeOpening(cluster, effect.id().generation());
        Failure refused = bridge.putFence(effect.id().generation(), FencePhase.STOPPED, false, -1);
        if (refused == null && !wasOpen) {
            Invariants.opened(cluster, effect.id().generation());
            SimLog log = cluster.leaderLog();
            if (log != null) {
                log.lead(cluster.leaderEpoch);
            }
        }
        answer(daemon, refused, new Event.PartitionOpened(effect.id()));
    }
}
