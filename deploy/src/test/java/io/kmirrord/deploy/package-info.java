// SPDX-License-Identifier: Apache-2.0
/** The packages as an operator gets them: unpacked, looked into, and their programs run. */
@NullMarked
package io.kmirrord.deploy;

import org.jspecify.annotations.NullMarked;
