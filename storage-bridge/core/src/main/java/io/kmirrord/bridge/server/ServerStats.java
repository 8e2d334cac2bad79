// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

/**
 * What the server did since it started, and holds now. Immutable.
 *
 * @param connections open now
 * @param connectionsTotal accepted and let in since the start
 * @param peersRefused closed for their user
 * @param connectionsRefused closed because of {@code max.connections}
 * @param requestsTotal whole requests received
 * @param requestsInFlight received and not answered
 * @param bufferInUseBytes lent to requests now
 * @param bufferPeakBytes the most that was ever lent
 * @param bufferCommittedBytes direct memory held, lent or not
 * @param memoryPauses how often a connection was not read on for want of memory
 * @param memoryPausedNanos time that connections were not read on, finished pauses only
 */
public record ServerStats(
        int connections,
        long connectionsTotal,
        long peersRefused,
        long connectionsRefused,
        long requestsTotal,
        int requestsInFlight,
        long bufferInUseBytes,
        long bufferPeakBytes,
        long bufferCommittedBytes,
        long memoryPauses,
        long memoryPausedNanos) {}
