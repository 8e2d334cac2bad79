// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.salvage;

import io.kmirrord.daemon.salvage.InventoryPlan.Seen;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.Health;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the inventory of this node's salvages in the state topic, and deletes those that an operator asks to delete. All
 * in rounds, one at a time: read what the topic says, delete what is asked, look at the disk, write what differs. A round
 * that fails is repeated; none of it ever hinders a cut. Confined to its queue, but for {@link #start} and {@link #saved};
 * ends with the queue.
 */
public final class SalvageDuty {
    private static final Logger LOG = LoggerFactory.getLogger(SalvageDuty.class);
    /** Many partitions may be cut within it, and their salvages are announced together. */
    private static final Duration GATHER = Duration.ofMillis(200);

    private static final Duration RETRY = Duration.ofSeconds(5);
    private static final int RECORDS_PER_WRITE = 500;

    private final EventQueue queue;
    private final StateTopic topic;
    private final StateWriter writer;
    private final SalvageStore store;
    private final Executor io;
    private boolean due;
    private boolean running;
    private boolean again;

    /** @param io for blocking work on files */
    public SalvageDuty(EventQueue queue, StateTopic topic, StateWriter writer, SalvageStore store, Executor io) {
        this.queue = queue;
        this.topic = topic;
        this.writer = writer;
        this.store = store;
        this.io = io;
    }

    /** Follows the state topic, and announces what it lacks. To be called once. */
    public void start() {
        int nodeId = store.owner().nodeId();
        topic.listen(new StateTopic.Listener() {
            @Override
            public void changed(StateView view, List<StateRecord> records) {
                boolean asked = records.stream()
                        .anyMatch(record -> record.value() instanceof RecordValue.SalvagePruneRequest request
                                && request.nodeId() == nodeId);
                if (asked) {
                    queue.post(() -> within(GATHER));
                }
            }

            @Override
            public void health(Health health) {
                // A round that fails for it is repeated.
            }
        });
        queue.post(() -> within(Duration.ZERO));
    }

    /** A salvage was made. */
    public void saved() {
        queue.post(() -> within(GATHER));
    }

    private void within(Duration delay) {
        if (running) {
            again = true;
        } else if (!due) {
            due = true;
            queue.schedule(this::round, delay);
        }
    }

    private void round() {
        due = false;
        if (topic.health().state() == Health.State.LOST || writer.isFenced()) {
            // Not ours to write any more; the daemon that is started next announces.
            return;
        }
        running = true;
        int nodeId = store.owner().nodeId();
        CompletableFuture<Void> round = topic.readToEnd(view -> Seen.of(view, nodeId, store.nowMs()))
                .thenApplyAsync(this::work, io)
                .thenCompose(this::write);
        queue.then(round, this::ended);
    }

    private void ended(@Nullable Void nothing, @Nullable Throwable problem) {
        running = false;
        if (problem != null) {
            LOG.warn(
                    "the inventory of salvages in the state topic is not up to date, tries again: {}",
                    problem.toString());
            within(RETRY);
        } else if (again) {
            again = false;
            within(GATHER);
        }
    }

    /** The disk is looked at after the topic was read: what is announced there lay here before. */
    private List<StateRecord> work(Seen seen) {
        try {
            List<StateRecord> writes = new ArrayList<>();
            if (!seen.prunes().isEmpty()) {
                Prune prune = new Prune(store, store.list());
                seen.prunes().forEach((key, request) -> writes.add(prune.serve(key, request)));
                store.removeLeftovers();
            }
            // Before the outcomes: who reads one finds the inventory without what was deleted.
            writes.addAll(
                    0,
                    InventoryPlan.announcements(
                            seen.salvages(), store.list(), store.owner().nodeId()));
            return writes;
        } catch (IOException e) {
            throw new UncheckedIOException("salvages in " + store.dir() + " cannot be listed: " + e, e);
        }
    }

    private CompletableFuture<Void> write(List<StateRecord> records) {
        CompletableFuture<Void> written = CompletableFuture.completedFuture(null);
        for (int from = 0; from < records.size(); from += RECORDS_PER_WRITE) {
            List<StateRecord> part = records.subList(from, Math.min(records.size(), from + RECORDS_PER_WRITE));
            written = written.thenCompose(before -> writer.write(part));
        }
        return written;
    }
}
