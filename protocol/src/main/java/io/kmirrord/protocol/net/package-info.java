// SPDX-License-Identifier: Apache-2.0
/**
 * Connections: framing, versions, correlation, timeouts, throttling, reconnects, the byte budget. Knows requests and
 * answers, but not what they mean.
 *
 * <p>A {@link Connection} and its pipeline are confined to one event loop, each entry asserts it. A {@link Link} may be
 * called from any thread and moves to its loop.
 */
@NullMarked
package io.kmirrord.protocol.net;

import org.jspecify.annotations.NullMarked;
