// SPDX-License-Identifier: Apache-2.0
/** The client against real brokers. */
@NullMarked
package io.kmirrord.protocol.it;

import org.jspecify.annotations.NullMarked;
