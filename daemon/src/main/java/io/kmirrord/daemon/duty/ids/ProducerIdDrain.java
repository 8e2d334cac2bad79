// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.ids;

import io.kmirrord.protocol.Endpoint;
import io.kmirrord.statetopic.kafka.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Node;

/**
 * Takes producer ids from brokers until each gives one that is high enough. A broker holds up to two blocks of 1,000, which
 * it got before ids were reserved and would give to its clients after that.
 *
 * <p>The ids are drawn from each broker itself, which Kafka's public clients cannot do: they ask any. The connections are
 * those of Kafka's own network client, so that whatever the daemon's settings say of security holds for them too.
 * Thread-safe; a run has a thread of its own.
 */
public final class ProducerIdDrain implements AutoCloseable {
    private static final String THREAD = "kmirrord-producer-ids";

    private final AdminClientConfig config;
    private final Set<DrainRun> runs = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * Makes a drain; nothing is connected yet.
     *
     * @param client properties of Kafka's clients, as for an Admin client
     */
    public ProducerIdDrain(Map<String, Object> client) {
        this.config = new AdminClientConfig(client);
    }

    /**
     * Drains brokers, all at the same time. Idempotent: of one that is drained already few ids are taken.
     *
     * @param brokers addresses by id, on the listener that the properties are for
     * @param least 1 or more
     * @param within after which brokers that are not drained are given up; the future completes soon after
     * @return fails if no connection can be made at all, such as by settings that Kafka's client refuses
     */
    public CompletableFuture<DrainReport> drain(Map<Integer, Endpoint> brokers, long least, Duration within) {
        List<Node> nodes = new ArrayList<>();
        brokers.forEach((id, address) -> nodes.add(new Node(id, address.host(), address.port())));
        DrainRun run = new DrainRun(config, nodes, least, within);
        CompletableFuture<DrainReport> report = new CompletableFuture<>();
        runs.add(run);
        if (closed) {
            run.stop();
        }
        Threads.start(THREAD, () -> {
            try {
                report.complete(report(run.run()));
            } catch (RuntimeException e) {
                report.completeExceptionally(e);
            } finally {
                runs.remove(run);
            }
        });
        return report;
    }

    private static DrainReport report(Map<Integer, Draw> draws) {
        Map<Integer, Undrained> undrained = new HashMap<>();
        draws.forEach((broker, draw) -> {
            Undrained why = draw.undrained();
            if (why != null) {
                undrained.put(broker, why);
            }
        });
        return new DrainReport(draws.keySet(), undrained);
    }

    /** Ends what runs, whose brokers count as not drained. Idempotent; does not block. */
    @Override
    public void close() {
        closed = true;
        runs.forEach(DrainRun::stop);
    }
}
