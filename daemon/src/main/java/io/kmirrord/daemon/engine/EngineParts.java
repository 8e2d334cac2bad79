// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.daemon.copy.Limits;
import io.kmirrord.daemon.metrics.EngineMetrics;
import io.kmirrord.daemon.salvage.SalvageStore;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.StateWriter;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * What an engine works with; none of it is closed by it.
 *
 * @param node the node queue
 * @param stateConfig names of the state topic, the same at the source
 * @param settling of group offsets, before a partition opens
 * @param sources makes the client of a mirror's source
 * @param salvaged told of each salvage; does not block
 * @param io blocking file work
 * @param nowMs wall clock
 * @param partitionMaxBytes of one partition in one fetch
 */
public record EngineParts(
        EventQueue node,
        BridgeClient bridge,
        StateTopic topic,
        StateWriter writer,
        StateTopicConfig stateConfig,
        ControllerLink controller,
        GroupSettling settling,
        SourceClients sources,
        Limits limits,
        FetchOptions fetchOptions,
        int partitionMaxBytes,
        SalvageStore salvages,
        Runnable salvaged,
        Executor io,
        LongSupplier nowMs,
        EngineMetrics metrics,
        EffectObserver observer) {}
