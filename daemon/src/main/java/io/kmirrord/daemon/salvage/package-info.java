// SPDX-License-Identifier: Apache-2.0
/**
 * What cuts remove, saved: the files on this host, and their inventory in the state topic. Files are touched on the
 * executor for blocking work alone.
 */
@NullMarked
package io.kmirrord.daemon.salvage;

import org.jspecify.annotations.NullMarked;
