// SPDX-License-Identifier: Apache-2.0
/** The operations of the bridge on a linked broker or controller. */
@NullMarked
package io.kmirrord.bridge.kafka.ops;

import org.jspecify.annotations.NullMarked;
