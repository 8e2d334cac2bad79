// SPDX-License-Identifier: Apache-2.0
/**
 * Runs partition mirrors: feeds {@link io.kmirrord.daemon.partition.PartitionMachine} with events and carries out its
 * effects. A {@link io.kmirrord.daemon.mirror.MirrorShard} owns many partitions, all confined to its queue; a partition
 * never changes shard.
 */
@NullMarked
package io.kmirrord.daemon.mirror;

import org.jspecify.annotations.NullMarked;
