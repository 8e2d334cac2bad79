// SPDX-License-Identifier: Apache-2.0
/** What {@code mirrorctl diff} finds between real clusters. */
@NullMarked
package io.kmirrord.it.diff;

import org.jspecify.annotations.NullMarked;
