// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.WireClient;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What the copies of a mirror share.
 *
 * @param tails compares the last batch of a log with the source's; thread-safe
 * @param partitionMaxBytes of one partition in one fetch
 * @param refresh asks for source metadata; thread-safe
 * @param answer the same; completes when what is asked from now on was answered and told, and not while the source cannot
 *     be reached; thread-safe
 * @param random for jitter; used by one shard only
 */
public record CopySettings(
        BridgeClient bridge,
        WireClient source,
        Function<CopyRunner.Target, CompletableFuture<LastBatch>> tails,
        Limits limits,
        FetchOptions fetchOptions,
        int partitionMaxBytes,
        Runnable refresh,
        Supplier<CompletableFuture<Void>> answer,
        RandomGenerator random,
        CopyMeter meter) {}
