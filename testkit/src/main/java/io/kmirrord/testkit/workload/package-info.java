// SPDX-License-Identifier: Apache-2.0
/**
 * Data to mirror: {@link Workload} writes one topic per {@code Scenario} with every kind of batch that a Kafka log can
 * hold, the same content for the same seed, and says what must be found afterwards. {@link ContinuousLoad} writes as long
 * as a test breaks things and remembers what was acknowledged; {@link LoadAudit} proves that each record is there once.
 * Works against any bootstrap address of brokers 2.1 to 4.4 and needs nothing but the Kafka protocol.
 */
@NullMarked
package io.kmirrord.testkit.workload;

import org.jspecify.annotations.NullMarked;
