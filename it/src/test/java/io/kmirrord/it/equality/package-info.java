// SPDX-License-Identifier: Apache-2.0
/** The first promise: what the source holds, every replica of the destination holds, byte for byte. */
@NullMarked
package io.kmirrord.it.equality;

import org.jspecify.annotations.NullMarked;
