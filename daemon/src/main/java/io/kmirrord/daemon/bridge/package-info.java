// SPDX-License-Identifier: Apache-2.0
/**
 * What the daemon does with the bridge of its node: follows leadership, and asks for partitions. Types are confined to
 * one event queue; the client's reader thread only posts to it.
 */
@NullMarked
package io.kmirrord.daemon.bridge;

import org.jspecify.annotations.NullMarked;
