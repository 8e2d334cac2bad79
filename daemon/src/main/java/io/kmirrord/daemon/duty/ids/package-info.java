// SPDX-License-Identifier: Apache-2.0
/**
 * Taking the producer ids that brokers hold in stock. {@link io.kmirrord.daemon.duty.ids.Draw} decides; {@link
 * io.kmirrord.daemon.duty.ids.ProducerIdDrain} asks.
 */
@NullMarked
package io.kmirrord.daemon.duty.ids;

import org.jspecify.annotations.NullMarked;
