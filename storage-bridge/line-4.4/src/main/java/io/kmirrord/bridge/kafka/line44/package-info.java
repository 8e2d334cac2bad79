// SPDX-License-Identifier: Apache-2.0
/** Adapter for brokers 4.4. */
@NullMarked
package io.kmirrord.bridge.kafka.line44;

import org.jspecify.annotations.NullMarked;
