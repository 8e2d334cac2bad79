// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the state machine of {@link io.kmirrord.statemachine} for the partitions that the local broker leads.
 *
 * <p>Threads: one <em>node queue</em> follows leadership, the state topic and the sources; <em>shards</em> are queues that own
 * actors, one for each mirror partition led here, which never change shard. What crosses goes through a post.
 */
@NullMarked
package io.kmirrord.daemon.engine;

import org.jspecify.annotations.NullMarked;
