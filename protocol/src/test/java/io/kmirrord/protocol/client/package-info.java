// SPDX-License-Identifier: Apache-2.0
/** Tests without brokers. */
@NullMarked
package io.kmirrord.protocol.client;

import org.jspecify.annotations.NullMarked;
