// SPDX-License-Identifier: Apache-2.0
/** The hooks of the storage bridge, asked as clients and operators meet them, on real brokers. */
@NullMarked
package io.kmirrord.it.bridge.hooks;

import org.jspecify.annotations.NullMarked;
