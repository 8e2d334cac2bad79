// SPDX-License-Identifier: Apache-2.0
/** Fails tests that lose network buffers. */
@NullMarked
package io.kmirrord.protocol.leak;

import org.jspecify.annotations.NullMarked;
