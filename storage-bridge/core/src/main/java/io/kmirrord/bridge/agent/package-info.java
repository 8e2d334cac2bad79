// SPDX-License-Identifier: Apache-2.0
/** Entry of the storage bridge into a broker or controller, and its hooks. */
@NullMarked
package io.kmirrord.bridge.agent;

import org.jspecify.annotations.NullMarked;
