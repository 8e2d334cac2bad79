// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.fault;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One connection through a link. Thread-safe: every method takes effect on the event loop of the connection, soon after it
 * returns.
 */
public final class LinkConnection {

    private final Channel client;
    private final Pipe toTarget;
    private final Pipe toClient;
    private final Consumer<LinkConnection> whenClosed;
    private Conditions conditions;
    private @Nullable Channel target;
    private boolean closed;

    LinkConnection(Channel client, Conditions conditions, Consumer<LinkConnection> whenClosed) {
        this.client = client;
        this.conditions = conditions;
        this.whenClosed = whenClosed;
        this.toTarget = new Pipe(Direction.TO_TARGET, conditions);
        this.toClient = new Pipe(Direction.TO_CLIENT, conditions);
        var unused = client.closeFuture().addListener(done -> oneSideClosed());
    }

    Pipe toTarget() {
        return toTarget;
    }

    Pipe toClient() {
        return toClient;
    }

    /** The connection to the server stands. On the event loop. */
    void connected(Channel server) {
        target = server;
        var unused = server.closeFuture().addListener(done -> oneSideClosed());
        if (closed) {
            unused = server.close();
            return;
        }
        toTarget.connect(server);
        toClient.connect(client);
    }

    /** Changes the conditions of this connection. */
    public void change(UnaryOperator<Conditions> change) {
        client.eventLoop().execute(() -> {
            conditions = change.apply(conditions);
            toTarget.conditions(conditions);
            toClient.conditions(conditions);
        });
    }

    /** Closes both sides in order: both peers read an end of stream. */
    public void cut() {
        client.eventLoop().execute(this::close);
    }

    /** Closes both sides with RST: both peers get "connection reset". */
    public void reset() {
        client.eventLoop().execute(() -> {
            lingerNot(client);
            if (target != null) {
                lingerNot(target);
            }
            close();
        });
    }

    /** A close then sends RST instead of FIN. */
    static void lingerNot(Channel channel) {
        if (channel.isOpen()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        }
    }

    /** On the event loop. Idempotent. */
    void close() {
        if (!closed) {
            closed = true;
            toTarget.discard();
            toClient.discard();
            var unused = client.close();
            if (target != null) {
                unused = target.close();
            }
            whenClosed.accept(this);
        }
    }

    /** The other side follows once it was told all that was under way; then nothing is left of the connection. */
    private void oneSideClosed() {
        if (!client.isOpen() && target != null && !target.isOpen()) {
            close();
        }
    }

    @Override
    public String toString() {
        return "connection of " + client.remoteAddress();
    }
}
