// SPDX-License-Identifier: Apache-2.0
/** Rights at the source that a mirror needs, taken away one by one. */
@NullMarked
package io.kmirrord.it.permissions;

import org.jspecify.annotations.NullMarked;
