// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import io.kmirrord.bridge.wire.Phase;
import org.apache.kafka.storage.internals.log.AppendOrigin;

/** What the gate does with an append at the leader of a topic that has a fence (design 5.2). */
enum GateDecision {
    /** Append. */
    PASS,
    /** Forget the producers of the mirrored part if this leadership did not yet (C3), then append. */
    RESET_AND_PASS,
    /** POLICY_VIOLATION: the client is told, and does not try again. */
    REFUSE,
    /** NOT_ENOUGH_REPLICAS: producers try again unseen until the partition opens (F12). */
    DELAY,
    /**
     * Answered as if the marker were written: the transaction coordinator goes on without asking again. Never a
     * retriable error, which coordinators repeat without back-off.
     */
    SWALLOW;

    /**
     * Decides.
     *
     * @param phase of the partition
     * @param origin CLIENT for records of producers, COORDINATOR for transaction markers
     */
    static GateDecision of(Phase phase, AppendOrigin origin) {
        return switch (origin) {
            case CLIENT ->
                switch (phase) {
                    case PREPARING, MIRRORING -> REFUSE;
                    case STOPPING -> DELAY;
                    case STOPPED -> RESET_AND_PASS;
                };
            case COORDINATOR ->
                switch (phase) {
                    case PREPARING -> PASS;
                    case MIRRORING, STOPPING -> SWALLOW;
                    case STOPPED -> RESET_AND_PASS;
                };
            case RAFT_LEADER, REPLICATION -> PASS;
        };
    }
}
