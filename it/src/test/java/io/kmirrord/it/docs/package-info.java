// SPDX-License-Identifier: Apache-2.0
/** The guides say what the code does. */
@NullMarked
package io.kmirrord.it.docs;

import org.jspecify.annotations.NullMarked;
