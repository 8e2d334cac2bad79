// SPDX-License-Identifier: Apache-2.0
/** The promise of a failback: the old source becomes equal again by copying only the difference, and nothing is lost unsaved. */
@NullMarked
package io.kmirrord.it.failback;

import org.jspecify.annotations.NullMarked;
