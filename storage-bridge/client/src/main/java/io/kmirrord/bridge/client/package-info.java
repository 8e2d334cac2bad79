// SPDX-License-Identifier: Apache-2.0
/** Client of the storage bridge. JDK only. */
@NullMarked
package io.kmirrord.bridge.client;

import org.jspecify.annotations.NullMarked;
