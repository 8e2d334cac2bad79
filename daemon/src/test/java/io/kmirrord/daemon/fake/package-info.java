// SPDX-License-Identifier: Apache-2.0
/** A source and a bridge in memory, with the rules that the daemon relies on. */
@NullMarked
package io.kmirrord.daemon.fake;

import org.jspecify.annotations.NullMarked;
