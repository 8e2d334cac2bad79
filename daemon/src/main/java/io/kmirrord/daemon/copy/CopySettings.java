// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.WireClient;
import java.util.random.RandomGenerator;

/**
 * What the copies of a mirror share.
 *
 * @param partitionMaxBytes of one partition in one fetch
 * @param refresh asks for source metadata; thread-safe
 * @param random for jitter; used by one shard only
 */
public record CopySettings(
        BridgeClient bridge,
        WireClient source,
        Limits limits,
        FetchOptions fetchOptions,
        int partitionMaxBytes,
        Runnable refresh,
        RandomGenerator random,
        CopyMeter meter) {}
