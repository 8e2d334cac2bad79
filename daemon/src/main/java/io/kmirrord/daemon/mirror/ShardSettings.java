// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.mirror;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.daemon.partition.Limits;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.WireClient;
import java.util.random.RandomGenerator;

/**
 * What all shards of a daemon share.
 *
 * @param partitionMaxBytes of one partition in one fetch
 * @param refresh asks for source metadata; thread-safe
 * @param random for jitter; used by one shard only
 */
public record ShardSettings(
        MirrorRef ref,
        BridgeClient bridge,
        WireClient source,
        Limits limits,
        FetchOptions fetchOptions,
        int partitionMaxBytes,
        Runnable refresh,
        RandomGenerator random) {}
