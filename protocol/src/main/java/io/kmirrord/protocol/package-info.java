// SPDX-License-Identifier: Apache-2.0
/**
 * Client of the Kafka wire protocol on Netty: reads metadata, offsets, epochs and raw record batches of a cluster.
 * Knows nothing of mirroring.
 *
 * <p>Threading, for every type of this package:
 * <ol>
 *   <li>Public types are immutable or thread-safe, unless their Javadoc says otherwise.
 *   <li>Futures complete, and listeners are called, on an event loop (thread {@code kmirrord-net-N}). A callback must
 *       not block: hand the work to a queue of your own.
 *   <li>A connection is confined to one event loop; event loops never block. Names are resolved on threads
 *       {@code kmirrord-dns-N}.
 *   <li>Record data is a reference-counted slice of a network buffer. Who is given a {@link FetchedPartition} closes
 *       it exactly when it is done with the bytes.
 * </ol>
 */
@NullMarked
package io.kmirrord.protocol;

import org.jspecify.annotations.NullMarked;
