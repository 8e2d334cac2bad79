// SPDX-License-Identifier: Apache-2.0
/** Adapter for brokers 4.2. */
@NullMarked
package io.kmirrord.bridge.kafka.line42;

import org.jspecify.annotations.NullMarked;
