// SPDX-License-Identifier: Apache-2.0
/** Frames between daemon and storage bridge. JDK only. */
@NullMarked
package io.kmirrord.bridge.wire;

import org.jspecify.annotations.NullMarked;
