// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.facts;

import io.kmirrord.cli.Durations;
import io.kmirrord.statemachine.view.RecordValue;
import java.util.Map;

/**
 * Signs of life of the daemons. One that arrived while the command runs is judged by this host's clock; an older one only
 * by comparing its daemon's clock with this host's, so a clock that is wrong makes it look older or younger. Immutable.
 *
 * @param beats the newest by node id
 * @param heardMs when one arrived here, by node id, for those that did
 * @param nowMs of this host
 */
public record Signs(Map<Integer, RecordValue.Heartbeat> beats, Map<Integer, Long> heardMs, long nowMs) {
    /** A daemon writes every 5 s. */
    public static final long FRESH_MS = 15_000;

    public Signs {
        beats = Map.copyOf(beats);
        heardMs = Map.copyOf(heardMs);
    }

    /** Returns why the daemon beside a node does not act, empty if it does. */
    public String problem(int node) {
        var beat = beats.get(node);
        if (beat == null) {
            return "no daemon was ever heard of beside node " + node;
        }
        var ageMs = ageMs(node, beat);
        if (ageMs > FRESH_MS) {
            return "the daemon beside node " + node + " was last heard of " + Durations.text(ageMs) + " ago";
        }
        return beat.bridgeLinked() ? "" : "the storage bridge of node " + node + " is not linked";
    }

    /** Returns how long ago a node's daemon was heard of, at least 0; for a node that has a beat. */
    public long ageMs(int node, RecordValue.Heartbeat beat) {
        var heard = heardMs.get(node);
        return Math.max(0, nowMs - (heard == null ? beat.atMs() : heard));
    }
}
