// SPDX-License-Identifier: Apache-2.0
/**
 * The daemon: mirrors the topics of its file from one source into the partitions that its broker leads.
 *
 * <p>Threading, for all packages below:
 * <ol>
 *   <li>{@code kmirrord-shard-N}: single-threaded event queues. A partition belongs to one shard for ever; its state,
 *       its effects and the fetch sessions of the shard are touched on that thread only. Shard 0 besides follows the
 *       node and the source and does the controller's duties.
 *   <li>{@code kmirrord-net-N}: event loops of the protocol client; they parse, and post what they parsed.
 *   <li>{@code kmirrord-bridge-client}: reads and writes the socket of the bridge, and posts answers.
 *   <li>{@code kmirrord-io-N}: what may block.
 *   <li>Nothing that runs on the first three blocks.
 * </ol>
 *
 * <p>Decision is apart from effect: {@code partition} and the decisions in {@code topics}, {@code source} and
 * {@code mirror} are pure; {@code fetch}, {@code bridge} and {@code mirror} carry out.
 */
@NullMarked
package io.kmirrord.daemon;

import org.jspecify.annotations.NullMarked;
