// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.EncodedFrame;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Response;

/**
 * Writes a connection's watch: one update at a time, the next once the peer has read this one. Confined to the I/O loop.
 */
final class WatchSender {
    private final IoLoop loop;
    private final Connection connection;
    private final Dispatcher dispatcher;
    private final WatchStream stream;
    private long correlationId;
    private boolean inWriter;

    WatchSender(IoLoop loop, Connection connection, Dispatcher dispatcher) {
        this.loop = loop;
        this.connection = connection;
        this.dispatcher = dispatcher;
        this.stream = new WatchStream(() -> loop.execute(this::pump));
    }

    void begin(long requestId) throws BridgeException {
        if (correlationId != 0) {
            throw new BridgeException(ErrorCode.INVALID_REQUEST, "a second WATCH; accepted: one per connection");
        }
        correlationId = requestId;
    }

    /** The source refused: the peer may ask again. */
    void refused() {
        correlationId = 0;
    }

    WatchStream stream() {
        return stream;
    }

    void end() {
        dispatcher.closeWatch(stream);
    }

    private void pump() {
        if (inWriter || !connection.isOpen()) {
            return;
        }
        Response.WatchUpdate update = stream.take();
        if (update != null) {
            inWriter = true;
            EncodedFrame frame = connection.encode(correlationId, update);
            connection.send(frame, () -> {
                inWriter = false;
                loop.execute(this::pump);
            });
        }
    }
}
