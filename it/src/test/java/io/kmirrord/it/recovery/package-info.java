// SPDX-License-Identifier: Apache-2.0
/** Whatever dies, stops or moves in the middle of a copy: the copy ends equal, each record once. */
@NullMarked
package io.kmirrord.it.recovery;

import org.jspecify.annotations.NullMarked;
