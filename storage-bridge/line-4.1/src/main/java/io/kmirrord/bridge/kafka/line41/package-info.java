// SPDX-License-Identifier: Apache-2.0
/** Adapter for brokers 4.1. */
@NullMarked
package io.kmirrord.bridge.kafka.line41;

import org.jspecify.annotations.NullMarked;
