// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The new leader as told by a fetch response (KIP-951; endpoint from Fetch version 16 on). Already applied to
 * {@link WireClient#leader}.
 *
 * @param brokerId 0 or more
 * @param leaderEpoch 0 or more
 * @param endpoint advertised address, null when the response did not carry it
 */
public record LeaderHint(
        int brokerId, int leaderEpoch, @Nullable Endpoint endpoint) {}
