// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.ids;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.DefaultHostResolver;
import org.apache.kafka.clients.ManualMetadataUpdater;
import org.apache.kafka.clients.NetworkClient;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.message.InitProducerIdRequestData;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.InitProducerIdRequest;
import org.apache.kafka.common.requests.InitProducerIdResponse;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.LogContext;
import org.jspecify.annotations.Nullable;

/** One drain. Confined to the thread that calls {@link #run}, but for {@link #stop}. */
final class DrainRun {
    private static final String CLIENT_ID = "kmirrord-producer-ids";
    /** How long a poll waits for an answer; until then a stop is not seen. */
    private static final long POLL_MS = 50;
    /** Requests under way to a broker: it serves them one by one, but need not wait for the next. */
    private static final int IN_FLIGHT = 10;
    /** Before a broker that refused for now is asked again. */
    private static final long AGAIN_MS = 20;

    private final AdminClientConfig config;
    private final List<Node> brokers;
    private final long within;
    private final Map<Integer, Draw> draws = new HashMap<>();
    private final Map<Integer, Long> notBefore = new HashMap<>();
    private volatile boolean stopped;

    DrainRun(AdminClientConfig config, List<Node> brokers, long least, Duration within) {
        this.config = config;
        this.brokers = brokers;
        this.within = within.toMillis();
        brokers.forEach(broker -> draws.put(broker.id(), Draw.begin(least)));
    }

    void stop() {
        stopped = true;
    }

    /** Returns how it ended, by broker. Blocks for as long as it may take at most. */
    Map<Integer, Draw> run() {
        try (Metrics metrics = new Metrics();
                NetworkClient client = client(metrics)) {
            long begin = System.nanoTime();
            while (open() && !stopped && elapsed(begin) < within) {
                long nowMs = Time.SYSTEM.milliseconds();
                brokers.forEach(broker -> ask(client, broker, nowMs));
                client.poll(Math.max(0, Math.min(POLL_MS, within - elapsed(begin))), nowMs)
                        .forEach(this::answered);
                brokers.forEach(broker -> look(client, broker));
            }
            draws.replaceAll((broker, draw) -> draw.late(elapsed(begin)));
        }
        return Map.copyOf(draws);
    }

    private static long elapsed(long sinceNanos) {
        return Duration.ofNanos(System.nanoTime() - sinceNanos).toMillis();
    }

    private boolean open() {
        return draws.values().stream().anyMatch(draw -> !draw.done());
    }

    private boolean isDone(Node broker) {
        Draw draw = draws.get(broker.id());
        return draw == null || draw.done();
    }

    private void ask(NetworkClient client, Node broker, long nowMs) {
        // Not ready before the last request is sent, nor while as many as may be are under way.
        if (!isDone(broker) && notBefore.getOrDefault(broker.id(), 0L) <= nowMs && client.ready(broker, nowMs)) {
            client.send(client.newClientRequest(broker.idString(), request(), nowMs, true), nowMs);
        }
    }

    private void look(NetworkClient client, Node broker) {
        AuthenticationException refused = client.authenticationException(broker);
        if (isDone(broker)) {
            return;
        }
        if (refused != null) {
            update(broker.id(), draw -> draw.unauthenticated(refused));
        } else if (client.connectionFailed(broker)) {
            update(broker.id(), Draw::unreachable);
        }
    }

    private static InitProducerIdRequest.Builder request() {
        return new InitProducerIdRequest.Builder(new InitProducerIdRequestData()
                .setTransactionalId(null)
                // Only of transactions; it must be positive all the same.
                .setTransactionTimeoutMs(1));
    }

    private void answered(ClientResponse response) {
        int broker = Integer.parseInt(response.destination());
        AuthenticationException refused = response.authenticationException();
        if (refused != null) {
            update(broker, draw -> draw.unauthenticated(refused));
        } else if (response.versionMismatch() != null) {
            update(broker, draw -> draw.unsupported(text(response.versionMismatch())));
        } else if (response.responseBody() instanceof InitProducerIdResponse answer) {
            Errors error = answer.error();
            update(
                    broker,
                    draw -> error == Errors.NONE ? draw.took(answer.data().producerId()) : draw.refused(error));
            if (error != Errors.NONE) {
                notBefore.put(broker, Time.SYSTEM.milliseconds() + AGAIN_MS);
            }
        } else {
            update(broker, Draw::unreachable);
        }
    }

    private static String text(@Nullable Throwable problem) {
        return String.valueOf(problem == null ? null : problem.getMessage());
    }

    private void update(int broker, UnaryOperator<Draw> change) {
        // What was under way when it ended changes nothing any more.
        draws.computeIfPresent(broker, (id, draw) -> draw.done() ? draw : change.apply(draw));
    }

    private NetworkClient client(Metrics metrics) {
        return ClientUtils.createNetworkClient(
                config,
                List.of(),
                CLIENT_ID,
                metrics,
                CLIENT_ID,
                new LogContext("[" + CLIENT_ID + "] "),
                new ApiVersions(),
                Time.SYSTEM,
                IN_FLIGHT,
                config.getInt(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG),
                null,
                new ManualMetadataUpdater(brokers),
                new DefaultHostResolver(),
                null,
                null);
    }
}
