// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.kmirrord.protocol.Endpoint;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.Peer;
import io.kmirrord.protocol.TopicSelection;
import io.kmirrord.protocol.WireConfig;
import io.kmirrord.protocol.WireException;
import io.kmirrord.protocol.net.Call;
import io.kmirrord.protocol.net.Connection;
import io.kmirrord.protocol.net.Futures;
import io.kmirrord.protocol.net.Link;
import io.kmirrord.protocol.net.NettyResources;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The links for everything but fetches: one per broker id, one per bootstrap address. Thread-safe. */
final class Links implements AutoCloseable {

    private final WireConfig config;
    private final NettyResources resources;
    private final KnownCluster cluster;
    private final Map<Integer, Link> brokers = new ConcurrentHashMap<>();
    private final Map<Endpoint, Link> bootstrap = new ConcurrentHashMap<>();
    private volatile boolean closed;

    Links(WireConfig config, NettyResources resources, KnownCluster cluster) {
        this.config = config;
        this.resources = resources;
        this.cluster = cluster;
    }

    /** The shared link to a broker. */
    Link broker(int brokerId) {
        return guarded(brokers.computeIfAbsent(brokerId, this::newLink));
    }

    /** A link to a broker for one user alone, who closes it. */
    Link newLink(int brokerId) {
        return new Link(config, resources, () -> peer(brokerId), this::greet);
    }

    private Link bootstrap(Endpoint endpoint) {
        Peer peer = new Peer(-1, endpoint, config.addressMap().resolve(endpoint));
        return guarded(bootstrap.computeIfAbsent(endpoint, e -> new Link(config, resources, () -> peer, this::greet)));
    }

    /** Another cluster may listen at an address that was the source's. Fetches without topic ids would not notice. */
    private CompletableFuture<Void> greet(Connection connection) {
        return connection
                .send(MetadataCodec.call(TopicSelection.none(), config.requestTimeout()))
                .thenAccept(answer -> cluster.require(MetadataCodec.read(answer).clusterId(), connection.peer()));
    }

    /** A link made while the client closes must not stay open. */
    private Link guarded(Link link) {
        if (closed) {
            link.close();
        }
        return link;
    }

    private Peer peer(int brokerId) {
        Endpoint advertised = cluster.broker(brokerId);
        if (advertised == null) {
            throw new WireException(
                    ErrorCategory.REFRESH_METADATA, "the address of broker " + brokerId + " is not known", null);
        }
        return new Peer(brokerId, advertised, config.addressMap().resolve(advertised));
    }

    /**
     * Asks any broker: those that work first, then those that failed last time, then the bootstrap list; the order is
     * random otherwise. Only when all failed the future fails, with all reasons.
     *
     * @param call makes the call anew for each attempt
     */
    <R> CompletableFuture<R> sendToAny(Supplier<? extends Call<R>> call) {
        List<Link> candidates = new ArrayList<>();
        for (Integer id : cluster.brokers().keySet()) {
            candidates.add(broker(id));
        }
        List<Link> fallback = new ArrayList<>();
        config.bootstrap().forEach(e -> fallback.add(bootstrap(e)));
        Random random = new Random(config.random().nextLong());
        Collections.shuffle(candidates, random);
        Collections.shuffle(fallback, random);
        candidates.addAll(fallback);
        candidates.sort(Comparator.comparing(link -> !link.healthy()));
        CompletableFuture<R> result = new CompletableFuture<>();
        tryInTurn(candidates, 0, call, new ArrayList<>(), result);
        return result;
    }

    private <R> void tryInTurn(
            List<Link> candidates,
            int next,
            Supplier<? extends Call<R>> call,
            List<WireException> failures,
            CompletableFuture<R> result) {
        if (next == candidates.size()) {
            result.completeExceptionally(all(failures));
            return;
        }
        Futures.onDone(candidates.get(next).send(call.get()), result::complete, error -> {
            if (error.category() == ErrorCategory.FATAL) {
                result.completeExceptionally(error);
                return;
            }
            failures.add(error);
            tryInTurn(candidates, next + 1, call, failures, result);
        });
    }

    private static WireException all(List<WireException> failures) {
        StringBuilder text = new StringBuilder("no broker answered: ");
        for (int i = 0; i < failures.size(); i++) {
            text.append(i == 0 ? "" : "; ").append(failures.get(i).getMessage());
        }
        return new WireException(
                ErrorCategory.RETRY, text.toString(), failures.isEmpty() ? null : failures.get(failures.size() - 1));
    }

    @Override
    public void close() {
        closed = true;
        brokers.values().forEach(Link::close);
        bootstrap.values().forEach(Link::close);
    }
}
