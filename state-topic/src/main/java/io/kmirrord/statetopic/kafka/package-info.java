// SPDX-License-Identifier: Apache-2.0
/** Settings of Kafka's clients, waiting for their answers, and what their errors mean. */
@NullMarked
package io.kmirrord.statetopic.kafka;

import org.jspecify.annotations.NullMarked;
