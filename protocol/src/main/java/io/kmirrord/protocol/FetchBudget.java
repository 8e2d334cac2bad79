// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

/**
 * Bytes of fetch responses that may be in memory or under way, over all sessions that share it
 * ({@code fetch.memory.bytes}): the bound does not grow with the number of partitions. Reservations are granted in the
 * order of asking. A response may exceed its reservation (the first batch comes whole): the excess is counted, and
 * holds up later reservations until it is given back.
 */
public interface FetchBudget {

    /** The bound, bytes. */
    long limitBytes();

    /** Reserved now, bytes; above the limit only by oversized first batches. */
    long reservedBytes();

    /** Fetches that wait for their reservation. */
    int waiting();
}
