// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fetch;

import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.WireClient;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicIdPartition;

/**
 * Fetches from one source broker, in two lanes with a session each, so that hot partitions never starve cold ones, and
 * a hot one that paused is not held up by a request that waits for cold ones:
 * <ul>
 *   <li><em>catch-up</em>: where a partition begins and stays as long as data comes; requests wait 20 ms at most;
 *   <li><em>steady</em>: where it goes when an answer brought nothing for it; requests wait for
 *       {@code fetch.max.wait.ms}.
 * </ul>
 * Within a lane the source takes care of order: a partition that got data goes to the end of its session.
 */
public final class BrokerFetcher implements AutoCloseable {
    private static final int CATCH_UP_WAIT_MS = 20;
    private static final int STEADY_MAX_BYTES = 1 << 20;

    private final Map<TopicIdPartition, FetchLane> where = new HashMap<>();
    private final FetchLane catchUp;
    private final FetchLane steady;
    private final EventQueue queue;
    private boolean pumping;

    /**
     * Makes a fetcher; nothing is connected before the first fetch.
     *
     * @param refresh asks for source metadata; called when the broker cannot be asked
     */
    public BrokerFetcher(EventQueue queue, WireClient source, int brokerId, FetchOptions options, Runnable refresh) {
        this.queue = queue;
        FetchOptions short_ = new FetchOptions(
                Math.min(CATCH_UP_WAIT_MS, options.maxWaitMs()), options.minBytes(), options.maxBytes());
        FetchOptions long_ = new FetchOptions(
                options.maxWaitMs(), options.minBytes(), Math.min(STEADY_MAX_BYTES, options.maxBytes()));
        catchUp = new FetchLane(queue, () -> source.openSession(brokerId, short_), this, refresh);
        steady = new FetchLane(queue, () -> source.openSession(brokerId, long_), this, refresh);
    }

    /** Wants data; replaces what was wanted of the partition before. */
    public void fetch(FetchTarget target) {
        TopicIdPartition partition = target.position().partition();
        FetchLane lane = where.put(partition, catchUp);
        if (lane != null && lane != catchUp) {
            lane.remove(partition);
        }
        catchUp.put(target);
        pumpSoon();
    }

    /** Wants no more of a partition; an answer under way is thrown away. Unknown ones are ignored. */
    public void stop(TopicIdPartition partition) {
        FetchLane lane = where.remove(partition);
        if (lane != null) {
            lane.remove(partition);
        }
    }

    /** Partitions that are being fetched. */
    public int size() {
        return where.size();
    }

    /** Called by a lane after each answer, before what it brought was told. */
    void done(TopicIdPartition partition) {
        where.remove(partition);
    }

    /** Called by a lane when all of an answer was told. */
    void idle() {
        if (steady.idle()) {
            for (FetchTarget cold : catchUp.takeCold()) {
                where.put(cold.position().partition(), steady);
                steady.put(cold);
            }
        }
        pumpSoon();
    }

    /** Sends once for all that the events at hand want. */
    private void pumpSoon() {
        if (!pumping) {
            pumping = true;
            queue.post(() -> {
                pumping = false;
                catchUp.pump();
                steady.pump();
            });
        }
    }

    @Override
    public void close() {
        where.clear();
        catchUp.close();
        steady.close();
    }
}
