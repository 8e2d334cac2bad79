// SPDX-License-Identifier: Apache-2.0
/** The mirror survives the death of any process and does what was wished last. */
@NullMarked
package io.kmirrord.it.engine;

import org.jspecify.annotations.NullMarked;
