// SPDX-License-Identifier: Apache-2.0
/** Adapter for brokers 4.3. */
@NullMarked
package io.kmirrord.bridge.kafka.line43;

import org.jspecify.annotations.NullMarked;
