// SPDX-License-Identifier: Apache-2.0
/** The single-threaded event queues that confine state. */
@NullMarked
package io.kmirrord.daemon.shard;

import org.jspecify.annotations.NullMarked;
