// SPDX-License-Identifier: Apache-2.0
/** Socket and dispatch of the storage bridge. Touches no broker class. */
@NullMarked
package io.kmirrord.bridge.server;

import org.jspecify.annotations.NullMarked;
