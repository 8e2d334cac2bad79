// SPDX-License-Identifier: Apache-2.0
/** The promise of a stop: with or without the source, applications go on at the destination, and nothing is lost or twice. */
@NullMarked
package io.kmirrord.it.failover;

import org.jspecify.annotations.NullMarked;
