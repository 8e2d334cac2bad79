// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.client;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** A request that was handed in and not answered. Confined to the client's thread once it was handed in. */
final class Pending<R extends Response> {
    private static final System.Logger LOG = System.getLogger(Pending.class.getName());

    final Request request;
    final long deadlineNs;
    private final Class<R> form;
    private final CompletableFuture<R> future;
    private final Runnable onReleased;
    private final Runnable onCompleted;
    private boolean released;

    /**
     * Makes an entry.
     *
     * @param onReleased the caller's, run once when its buffers are free again, before the future completes
     * @param onCompleted run once after the request is answered or failed, before the future completes
     */
    Pending(
            Request request,
            Class<R> form,
            CompletableFuture<R> future,
            long deadlineNs,
            Runnable onReleased,
            Runnable onCompleted) {
        this.request = request;
        this.form = form;
        this.future = future;
        this.deadlineNs = deadlineNs;
        this.onReleased = onReleased;
        this.onCompleted = onCompleted;
    }

    boolean isReleased() {
        return released;
    }

    void release() {
        if (released) {
            return;
        }
        released = true;
        try {
            onReleased.run();
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "callback of " + request.getClass().getSimpleName() + " failed",
                    e);
        }
    }

    void answer(Response response) {
        if (response instanceof Response.Refused refused) {
            fail(new BridgeException(refused.code(), refused.value(), refused.message()));
        } else if (form.isInstance(response)) {
            release();
            onCompleted.run();
            future.complete(form.cast(response));
        } else {
            fail(new IOException("the bridge answered " + response.getClass().getSimpleName() + " where "
                    + form.getSimpleName() + " is due"));
        }
    }

    void fail(Exception problem) {
        release();
        onCompleted.run();
        future.completeExceptionally(problem);
    }
}
