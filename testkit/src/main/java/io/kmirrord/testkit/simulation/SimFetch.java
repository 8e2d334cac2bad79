// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.Divergence;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.decision.EpochBlocks;
import io.kmirrord.statemachine.decision.EpochStart;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.List;
import java.util.Objects;

/** The fetcher of a daemon: one read or one append at a time. */
final class SimFetch {
    private static final int MAX_BATCHES = 3;

    private final Simulation simulation;
    private final SimOptions options;

    SimFetch(Simulation simulation, SimOptions options) {
        this.simulation = simulation;
        this.options = options;
    }

    void run(SimDaemon daemon) {
        SimDaemon.Fetcher fetcher = Objects.requireNonNull(daemon.fetcher);
        if (fetcher.response != null) {
            append(daemon, fetcher, fetcher.response);
        } else if (!fetcher.reported) {
            read(daemon, fetcher);
        }
    }

    private void append(SimDaemon daemon, SimDaemon.Fetcher fetcher, SimDaemon.Response response) {
        SimCluster cluster = daemon.cluster;
        if (!cluster.leads(daemon.broker)) {
            daemon.fetcher = null;
            return;
        }
        SimLog log = cluster.logs[cluster.leader];
        long before = log.end();
        SimBridge bridge = new SimBridge(cluster, options);
        Failure refused = bridge.append(fetcher.token, response.expected(), response.batches());
        if (refused != null) {
            daemon.fetcher = null;
            report(
                    daemon,
                    new Event.EffectFailed(fetcher.id, new Failure(FailureCode.BRIDGE_UNAVAILABLE, refused.detail())));
        } else if (log.end() > before) {
            fetcher.response = options.repeatingFetcher() ? response : null;
            SimLog source = simulation.other(cluster).leaderLog();
            if (source != null) {
                // If the high watermark is not there yet, the next append asks again.
                bridge.setLogStart(log, Math.min(source.start(), log.end() - 1));
            }
            Invariants.appended(cluster);
            report(daemon, new Event.FetchProgressed(fetcher.id, log.end()));
        }
    }

    private void read(SimDaemon daemon, SimDaemon.Fetcher fetcher) {
        SimCluster cluster = daemon.cluster;
        SimCluster from = simulation.other(cluster);
        boolean mine = cluster.leads(daemon.broker)
                && (cluster.token == fetcher.token || options.trustingBridge())
                && cluster.leaderEpoch == fetcher.leaderEpoch;
        if (!mine) {
            daemon.fetcher = null;
            return;
        }
        SimLog log = cluster.logs[cluster.leader];
        SimLog source = from.leaderLog();
        if (source == null) {
            report(
                    daemon,
                    new Event.EffectFailed(fetcher.id, new Failure(FailureCode.SOURCE_UNREACHABLE, "no leader")));
            fetcher.reported = true;
        } else if (!diverged(daemon, fetcher, log, source, from)) {
            Invariants.fetched(cluster, log, source);
            List<Batch> batches = source.batches().stream()
                    .filter(batch -> batch.offset >= log.end() && batch.offset < from.highWatermark)
                    .limit(MAX_BATCHES)
                    .toList();
            if (!batches.isEmpty()) {
                fetcher.response = new SimDaemon.Response(log.end(), batches);
            }
        }
    }

    /** Reports what the source says of our end; true if nothing may be fetched there. */
    private boolean diverged(SimDaemon daemon, SimDaemon.Fetcher fetcher, SimLog log, SimLog source, SimCluster from) {

        EffectId id = fetcher.id;
        int dle = daemon.cluster.leaderEpoch;
        if (!options.trustingBridge() && EpochBlocks.shouldRaise(dle, from.leaderEpoch)) {
            report(daemon, new Event.SourceEpochSeen(id, from.leaderEpoch));
            if (EpochBlocks.mustRaise(dle, from.leaderEpoch)) {
                fetcher.reported = true;
                return true;
            }
        }
        if (source.end() < log.end()) {
            report(daemon, new Event.SourceDiverged(id, Divergence.SHORTER, "ends at " + source.end()));
            fetcher.reported = true;
            return true;
        }
        long next = Math.max(log.end(), fetcher.skipTo);
        if (source.start() > next) {
            report(daemon, new Event.GapFound(id, log.end(), source.start()));
            fetcher.reported = true;
            return true;
        }
        EpochStart end = log.batches().isEmpty() ? null : source.endOffsetFor(log.lastEpoch());
        if (end != null && (end.epoch() != log.lastEpoch() || end.startOffset() < log.end())) {
            boolean below =
                    end.epoch() == log.lastEpoch() && end.startOffset() == source.start() && fetcher.skipTo >= 0;
            if (!below) {
                report(daemon, new Event.SourceDiverged(id, Divergence.EPOCHS, "answers " + end));
                fetcher.reported = true;
                return true;
            }
        }
        return false;
    }

    private static void report(SimDaemon daemon, Event event) {
        if (!daemon.inbox.contains(event)) {
            daemon.inbox.add(event);
        }
    }
}
