// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.statemachine.view.RecordValue;
import java.util.HashMap;
import java.util.Map;

/**
 * When signs of life arrived, by this daemon's own clock: those of other hosts may be wrong. Only a count that grew while
 * it was watched is a sign of life; the one that lies in the topic already may be of a daemon that died long ago.
 * Confined to one thread; time is an argument.
 */
final class Beats {
    /** Three beats missed. */
    static final long FRESH_MS = 15_000;

    private static final long NANOS_PER_MS = 1_000_000;

    private record Seen(long beat, boolean linked, boolean grew, long atNs) {}

    private final Map<Integer, Seen> seen = new HashMap<>();
    private final long sinceNs;

    Beats(long nowNs) {
        sinceNs = nowNs;
    }

    void take(int nodeId, RecordValue.Heartbeat beat, long nowNs) {
        Seen before = seen.get(nodeId);
        if (before == null) {
            seen.put(nodeId, new Seen(beat.beat(), beat.bridgeLinked(), false, nowNs));
        } else if (beat.beat() > before.beat()) {
            seen.put(nodeId, new Seen(beat.beat(), beat.bridgeLinked(), true, nowNs));
        }
    }

    NodeHealth of(int nodeId, long nowNs) {
        Seen last = seen.get(nodeId);
        long ms = (nowNs - (last == null ? sinceNs : last.atNs())) / NANOS_PER_MS;
        if (last == null || !last.grew()) {
            return ms < FRESH_MS
                    ? new NodeHealth(NodeHealth.Kind.UNKNOWN, -1)
                    : new NodeHealth(NodeHealth.Kind.SILENT, last == null ? -1 : ms);
        }
        if (ms > FRESH_MS) {
            return new NodeHealth(NodeHealth.Kind.SILENT, ms);
        }
        return new NodeHealth(last.linked() ? NodeHealth.Kind.LIVE : NodeHealth.Kind.NOT_LINKED, ms);
    }
}
