// SPDX-License-Identifier: Apache-2.0
/**
 * Pages for monitoring: {@code /metrics}, {@code /healthz}, {@code /readyz}.
 *
 * <p>Threading: requests run on {@code kmirrord-http-N}, four at most, which may wait for the engine's answer but never
 * without a deadline. Nothing here runs on a thread of the engine but the completion of such an answer.
 */
@NullMarked
package io.kmirrord.daemon.http;

import org.jspecify.annotations.NullMarked;
