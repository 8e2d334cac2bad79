// SPDX-License-Identifier: Apache-2.0
/** Tests of the sync of group offsets. */
@NullMarked
package io.kmirrord.daemon.groups;

import org.jspecify.annotations.NullMarked;
