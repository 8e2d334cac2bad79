// SPDX-License-Identifier: Apache-2.0
/** What the modules' own dependencies cannot hold. */
@NullMarked
package io.kmirrord.it.architecture;

import org.jspecify.annotations.NullMarked;
