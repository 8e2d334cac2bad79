// SPDX-License-Identifier: Apache-2.0
/** Cases at the edges of the storage bridge: shutdown, upgrades, missing and foreign agents, broken disks. */
@NullMarked
package io.kmirrord.it.bridge.open;

import org.jspecify.annotations.NullMarked;
