// SPDX-License-Identifier: Apache-2.0
/** The operations of the storage bridge, asked through the socket of real brokers. */
@NullMarked
package io.kmirrord.it.bridge.ops;

import org.jspecify.annotations.NullMarked;
