// SPDX-License-Identifier: Apache-2.0
/** The promise to consumers: they go on at the destination where they were at the source. */
@NullMarked
package io.kmirrord.it.groups;

import org.jspecify.annotations.NullMarked;
