// SPDX-License-Identifier: Apache-2.0
/**
 * The comparison of a mirror's source with what is here (design section 9): what counts as a difference, subject by subject,
 * and what is told of a side that could not be read. Pure, but for {@link Reading}, which waits.
 */
@NullMarked
package io.kmirrord.daemon.diff;

import org.jspecify.annotations.NullMarked;
