// SPDX-License-Identifier: Apache-2.0
/** Remote storage at either side. */
@NullMarked
package io.kmirrord.it.tiered;

import org.jspecify.annotations.NullMarked;
