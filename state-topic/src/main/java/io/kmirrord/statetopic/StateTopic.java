// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.reader.Opening;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.kafka.common.Uuid;

/**
 * Client of the state topic. Thread-safe; no method blocks, {@link #close} for a second at most. Futures complete on the
 * view's thread or on one of Kafka's: do not block in what depends on them.
 */
public interface StateTopic extends AutoCloseable {

    /**
     * Checks the topics, or creates them, and starts to read. Idempotent.
     *
     * @param create create what is missing; else the future fails with NOT_FOUND
     * @return completes when the view was read to its end once; fails with {@link StateTopicException}
     */
    static CompletableFuture<StateTopic> open(StateTopicConfig config, boolean create) {
        return Opening.start(config, create);
    }

    /**
     * Asks the present view, on its thread. The function must neither keep nor change the view, nor block.
     *
     * @return fails with what the function throws; with CLOSED
     */
    <T> CompletableFuture<T> read(Function<StateView, T> question);

    /** As {@link #readToEnd(Set, Function)}, for all partitions. */
    <T> CompletableFuture<T> readToEnd(Function<StateView, T> question);

    /**
     * As {@link #read}, once the view holds everything that was acknowledged to any writer before this call. That takes as
     * long as the transactions that are open in those partitions, which writers that died leave open for up to 25 s.
     *
     * @param statePartitions of the state topic
     * @return fails also with TIMEOUT that names what is missing, UNREACHABLE, LOST
     */
    <T> CompletableFuture<T> readToEnd(Set<Integer> statePartitions, Function<StateView, T> question);

    /** Adds a listener, which is called at once, on the view's thread, with the view as it stands and its health. */
    void listen(Listener listener);

    /** Called on the view's thread; must not block, nor keep the view. What it throws is logged. */
    interface Listener {
        /**
         * The view changed.
         *
         * @param view contains the records already
         * @param records in the order of their reading; empty at the first call
         */
        void changed(StateView view, List<StateRecord> records);

        /** The health changed. Whoever acts on the view stops while it is not healthy. */
        void health(Health health);
    }

    /** Returns the newest health. */
    Health health();

    /** Returns the id of the topic that was opened. It never changes: another id is {@link Health.State#LOST}. */
    Uuid topicId();

    /** Returns the id of the cluster. */
    String clusterId();

    /**
     * Asks for the leaders of the state topic.
     *
     * @return partition to node id; partitions without a leader are left out
     */
    CompletableFuture<Map<Integer, Integer>> leaders();

    /** Returns what was read so far. */
    StateStats stats();

    /** Stops reading; what is asked and not answered fails with CLOSED. Idempotent. */
    @Override
    void close();
}
