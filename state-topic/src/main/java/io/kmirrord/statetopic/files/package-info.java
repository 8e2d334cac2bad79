// SPDX-License-Identifier: Apache-2.0
/** Files that must last. */
@NullMarked
package io.kmirrord.statetopic.files;

import org.jspecify.annotations.NullMarked;
