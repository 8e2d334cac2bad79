// SPDX-License-Identifier: Apache-2.0
/**
 * A bad network for tests: {@link FaultLink} stands between clients and a server and delays, throttles, swallows, cuts or
 * resets what passes. To stand between Kafka clients and a broker, open the link first and let the broker advertise the
 * link's address: clients follow what metadata says, not what they were started with.
 */
@NullMarked
package io.kmirrord.testkit.fault;

import org.jspecify.annotations.NullMarked;
