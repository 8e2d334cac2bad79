// SPDX-License-Identifier: Apache-2.0
/** Whatever becomes of the source, the copy stays, and says what happened. */
@NullMarked
package io.kmirrord.it.source;

import org.jspecify.annotations.NullMarked;
