// SPDX-License-Identifier: Apache-2.0
/**
 * What a daemon does beyond the partitions that its broker leads: it gives signs of life, asks the daemon beside the active
 * controller for what only that can do, and, where it is that daemon or the one with a mirror's duties, does it.
 */
@NullMarked
package io.kmirrord.daemon.duty;

import org.jspecify.annotations.NullMarked;
