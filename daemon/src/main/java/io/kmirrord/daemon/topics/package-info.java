// SPDX-License-Identifier: Apache-2.0
/**
 * The duties of the daemon beside the active controller: missing topics are created, leader epochs kept above the
 * source's. Decisions are pure; {@link io.kmirrord.daemon.topics.TopicKeeper} is confined to one event queue.
 */
@NullMarked
package io.kmirrord.daemon.topics;

import org.jspecify.annotations.NullMarked;
