// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.FetchPosition;
import io.kmirrord.protocol.FetchResult;
import io.kmirrord.protocol.FetchSession;
import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.WireException;
import io.kmirrord.protocol.net.ByteBudget;
import io.kmirrord.protocol.net.Connection;
import io.kmirrord.protocol.net.Futures;
import io.kmirrord.protocol.net.Link;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/**
 * A fetch session over a link of its own. Order of a fetch: connection and end of throttling, then the reservation
 * (so that nobody holds budget while waiting for a dead broker), then the request. All state is confined to the loop
 * of the link, but for {@link #pending}.
 */
final class NettyFetchSession implements FetchSession {

    private final int brokerId;
    private final FetchOptions options;
    private final Link link;
    private final ByteBudget budget;
    private final Duration timeout;
    private final SourceEvents events;
    private final Consumer<NettyFetchSession> onClosed;
    private final SessionState state = new SessionState();
    /** The fetch that has not completed; null: the next may come. */
    private final AtomicReference<@Nullable CompletableFuture<FetchResult>> pending = new AtomicReference<>();

    private @Nullable CompletableFuture<ByteBudget.Reservation> reserving;
    private volatile boolean closed;

    NettyFetchSession(
            int brokerId,
            FetchOptions options,
            Link link,
            ByteBudget budget,
            Duration requestTimeout,
            SourceEvents events,
            Consumer<NettyFetchSession> onClosed) {
        this.brokerId = brokerId;
        this.options = options;
        this.link = link;
        this.budget = budget;
        this.timeout = requestTimeout.plusMillis(options.maxWaitMs());
        this.events = events;
        this.onClosed = onClosed;
    }

    @Override
    public int brokerId() {
        return brokerId;
    }

    @Override
    public CompletableFuture<FetchResult> fetch(
            Collection<FetchPosition> changed, Collection<TopicIdPartition> removed) {
        List<FetchPosition> changedCopy = List.copyOf(changed);
        List<TopicIdPartition> removedCopy = List.copyOf(removed);
        CompletableFuture<FetchResult> result = new CompletableFuture<>();
        if (!pending.compareAndSet(null, result)) {
            throw new IllegalStateException("the last fetch from broker " + brokerId + " has not completed");
        }
        try {
            link.loop().execute(() -> {
                state.update(changedCopy, removedCopy);
                if (state.isEmpty()) {
                    fail(new WireException(ErrorCategory.FATAL, "a fetch session without partitions", null));
                } else {
                    attempt(true);
                }
            });
        } catch (RejectedExecutionException e) {
            fail(new WireException(ErrorCategory.FATAL, "the network threads have ended", e));
        }
        return result;
    }

    private void attempt(boolean mayRepeat) {
        Futures.onDone(link.ready(), connection -> reserve(connection, mayRepeat), this::failAndRefresh);
    }

    private void reserve(Connection connection, boolean mayRepeat) {
        if (closed) {
            fail(closedError());
            return;
        }
        CompletableFuture<ByteBudget.Reservation> waiting = budget.reserve(options.maxBytes());
        reserving = waiting;
        Futures.onDone(
                waiting,
                reservation -> onLoopOrRelease(reservation, () -> send(connection, reservation, mayRepeat)),
                this::fail);
    }

    private void onLoopOrRelease(ByteBudget.Reservation reservation, Runnable action) {
        try {
            link.loop().execute(action);
        } catch (RejectedExecutionException e) {
            reservation.release();
            fail(new WireException(ErrorCategory.FATAL, "the network threads have ended", e));
        }
    }

    private void send(Connection connection, ByteBudget.Reservation reservation, boolean mayRepeat) {
        reserving = null;
        Futures.onDone(
                connection.send(new FetchCall(state, options, reservation, timeout)),
                raw -> received(raw, reservation, mayRepeat),
                error -> {
                    reservation.release();
                    state.reset();
                    failAndRefresh(error);
                });
    }

    private void received(RawFetch raw, ByteBudget.Reservation reservation, boolean mayRepeat) {
        NettyFetchResult result;
        try {
            Errors error = state.handle(raw.message());
            if (error != Errors.NONE) {
                throw new WireException(error, "FETCH refused by broker " + brokerId);
            }
            result = FetchResults.read(raw, state, reservation);
        } catch (WireException e) {
            raw.frame().release();
            reservation.release();
            state.reset();
            if (mayRepeat && isSessionError(e.error())) {
                attempt(false);
            } else {
                failAndRefresh(e);
            }
            return;
        }
        result.partitions().forEach(events::onPartition);
        CompletableFuture<FetchResult> future = pending.getAndSet(null);
        if (future == null || !future.complete(result)) {
            result.close();
        }
    }

    private static boolean isSessionError(Errors error) {
        return switch (error) {
            case FETCH_SESSION_ID_NOT_FOUND,
                    INVALID_FETCH_SESSION_EPOCH,
                    FETCH_SESSION_TOPIC_ID_ERROR,
                    UNKNOWN_TOPIC_ID,
                    INCONSISTENT_TOPIC_ID -> true;
            default -> false;
        };
    }

    /** The broker may be gone: others may lead its partitions by now. */
    private void failAndRefresh(WireException error) {
        if (!closed && error.category() != ErrorCategory.FATAL) {
            events.onBrokerTrouble(state.topics());
        }
        fail(error);
    }

    private void fail(WireException error) {
        CompletableFuture<FetchResult> future = pending.getAndSet(null);
        if (future != null) {
            future.completeExceptionally(closed ? closedError() : error);
        }
    }

    private WireException closedError() {
        return new WireException(
                ErrorCategory.FATAL, "the fetch session with broker " + brokerId + " was closed", null);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        onClosed.accept(this);
        try {
            link.loop().execute(this::closeOnLoop);
        } catch (RejectedExecutionException e) {
            fail(closedError());
        }
    }

    private void closeOnLoop() {
        CompletableFuture<ByteBudget.Reservation> waiting = reserving;
        if (waiting != null) {
            waiting.cancel(false);
        }
        if (pending.get() != null) {
            fail(closedError());
            link.close();
            return;
        }
        SessionFarewell.send(link, state);
    }

    /** What a session tells about the source. Called on the event loop. */
    interface SourceEvents {
        /** A partition of an answer, with an error, a hint or data. */
        void onPartition(FetchedPartition partition);

        /** A fetch failed: what is known of the leaders of these topics may be old. */
        void onBrokerTrouble(Collection<String> topics);
    }
}
