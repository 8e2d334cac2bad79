// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.WireException;
import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Callbacks on futures, with errors always as {@link WireException}. Pure, but for the log. */
public final class Futures {

    private static final Logger LOG = LoggerFactory.getLogger(Futures.class);

    private Futures() {}

    /** Calls one of the two, on the thread that completes the stage. What a callback throws is logged. */
    public static <T> void onDone(CompletionStage<T> stage, Consumer<T> value, Consumer<WireException> error) {
        var unused = stage.handle((result, failure) -> {
                    if (failure == null) {
                        value.accept(result);
                    } else {
                        error.accept(unwrap(failure));
                    }
                    return result;
                })
                .exceptionally(thrown -> {
                    LOG.error("a callback failed", thrown);
                    return null;
                });
    }

    /** Completes a future with the outcome of a stage. */
    public static <T> void pipe(CompletionStage<T> from, CompletableFuture<T> to) {
        onDone(from, to::complete, to::completeExceptionally);
    }

    /** Runs an action on a loop later. What it throws is logged; nothing happens once the loop has ended. */
    public static void later(EventLoop loop, long delayMs, Runnable action) {
        var unused = loop.schedule(() -> runLogged(action), delayMs, TimeUnit.MILLISECONDS);
    }

    private static void runLogged(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.error("a delayed action failed", e);
        }
    }

    /** The WireException inside what a stage failed with. */
    public static WireException unwrap(Throwable error) {
        Throwable inner = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        return inner instanceof WireException wire
                ? wire
                : new WireException(ErrorCategory.RETRY, "unexpected error: " + inner, inner);
    }
}
