// SPDX-License-Identifier: Apache-2.0
/**
 * Fetches from source brokers for many partitions. Everything here is confined to the event queue of one shard; futures
 * of the protocol client come back as events of that queue.
 */
@NullMarked
package io.kmirrord.daemon.fetch;

import org.jspecify.annotations.NullMarked;
