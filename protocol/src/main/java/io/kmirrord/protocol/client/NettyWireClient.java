// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.EpochEnd;
import io.kmirrord.protocol.EpochQuery;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.FetchSession;
import io.kmirrord.protocol.ListedOffset;
import io.kmirrord.protocol.OffsetSpec;
import io.kmirrord.protocol.PartitionLeader;
import io.kmirrord.protocol.TopicSelection;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.protocol.WireConfig;
import io.kmirrord.protocol.net.Futures;
import io.kmirrord.protocol.net.NettyResources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** The client. Thread-safe. */
public final class NettyWireClient implements WireClient {

    private final WireConfig config;
    private final NettyResources resources;
    private final KnownCluster cluster;
    private final Links links;
    private final LeaderWatch watch;
    private final Set<NettyFetchSession> sessions = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private NettyWireClient(WireConfig config, NettyResources resources) {
        this.config = config;
        this.resources = resources;
        this.cluster = new KnownCluster(config.clusterId());
        this.links = new Links(config, resources, cluster);
        this.watch = new LeaderWatch(this, cluster, resources.nextLoop());
    }

    /**
     * Creates a client; nothing is connected before it is asked something.
     *
     * @param resources shared with other clients; not closed with this one
     */
    public static WireClient create(WireConfig config, NettyResources resources) {
        return new NettyWireClient(config, resources);
    }

    WireConfig config() {
        return config;
    }

    @Override
    public CompletableFuture<ClusterMetadata> metadata(TopicSelection topics) {
        CompletableFuture<ClusterMetadata> result = new CompletableFuture<>();
        Futures.pipe(
                links.sendToAny(() -> MetadataCodec.call(topics, config.requestTimeout()))
                        .thenApply(answer -> {
                            ClusterMetadata metadata = MetadataCodec.read(answer);
                            cluster.update(metadata);
                            return metadata;
                        }),
                result);
        return result;
    }

    @Override
    public CompletableFuture<Map<TopicPartition, ListedOffset>> listOffsets(
            Map<TopicPartition, OffsetSpec> partitions, IsolationLevel isolation) {
        return lookUp(partitions, new ListOffsetsQuestion(links, isolation, config.requestTimeout()));
    }

    @Override
    public CompletableFuture<Map<TopicPartition, EpochEnd>> endOffsetsForEpoch(
            Map<TopicPartition, EpochQuery> partitions) {
        return lookUp(partitions, new EpochEndQuestion(links, config.requestTimeout()));
    }

    private <Q, A> CompletableFuture<Map<TopicPartition, A>> lookUp(
            Map<TopicPartition, Q> partitions, LeaderLookup.Question<Q, A> question) {
        return new LeaderLookup<>(this, resources.nextLoop(), question, config.apiTimeout()).start(partitions);
    }

    @Override
    public FetchSession openSession(int brokerId, FetchOptions options) {
        if (options.maxBytes() > resources.budget().limitBytes()) {
            throw new IllegalArgumentException("a fetch of " + options.maxBytes() + " bytes; accepted: at most "
                    + resources.budget().limitBytes() + " (fetch.memory.bytes)");
        }
        NettyFetchSession session = new NettyFetchSession(
                brokerId,
                options,
                links.newLink(brokerId),
                resources.byteBudget(),
                config.requestTimeout(),
                watch,
                sessions::remove);
        sessions.add(session);
        if (closed) {
            session.close();
        }
        return session;
    }

    @Override
    public Optional<PartitionLeader> leader(TopicPartition partition) {
        return cluster.leader(partition);
    }

    @Override
    public Optional<String> clusterId() {
        return cluster.clusterId();
    }

    @Override
    public void close() {
        closed = true;
        watch.close();
        List.copyOf(sessions).forEach(NettyFetchSession::close);
        links.close();
    }
}
