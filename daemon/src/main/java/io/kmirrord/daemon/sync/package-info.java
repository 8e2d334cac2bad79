// SPDX-License-Identifier: Apache-2.0
/** What the syncs of a mirror's surroundings share: rounds, and reports of what is skipped. */
@NullMarked
package io.kmirrord.daemon.sync;

import org.jspecify.annotations.NullMarked;
