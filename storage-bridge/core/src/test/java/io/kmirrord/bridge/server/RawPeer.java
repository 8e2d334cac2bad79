// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import io.kmirrord.bridge.wire.EncodedFrame;
import io.kmirrord.bridge.wire.FrameHeader;
import io.kmirrord.bridge.wire.Frames;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A peer that writes whatever bytes a test wants. Blocking. */
final class RawPeer implements AutoCloseable {
    final SocketChannel channel;

    RawPeer(Path socket) throws IOException {
        channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
    }

    RawPeer hello() throws Exception {
        send(1, new Request.Hello(1, 1, "raw"));
        Response answer = answer();
        if (!(answer instanceof Response.Hello)) {
            throw new AssertionError("HELLO was answered " + answer);
        }
        return this;
    }

    void send(long id, Request request) throws IOException {
        EncodedFrame frame = Frames.encode(1, id, request);
        bytes(frame.head());
        ByteBuffer payload = frame.payload();
        if (payload != null) {
            bytes(payload);
        }
    }

    void bytes(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Writes as much as the server takes before it closes. */
    void tryBytes(ByteBuffer bytes) {
        try {
            bytes(bytes);
        } catch (IOException e) {
            return; // closed by the server: the test looks at that
        }
    }

    /** Returns the next answer, or null if the server closed the connection. */
    @Nullable
    Response answer() throws Exception {
        ByteBuffer header = read(FrameHeader.BYTES);
        if (header == null) {
            return null;
        }
        FrameHeader parsed = FrameHeader.read(header, Integer.MAX_VALUE);
        ByteBuffer body = read(parsed.bodyBytes());
        return body == null ? null : Frames.decodeResponse(parsed, body);
    }

    private @Nullable ByteBuffer read(int count) {
        ByteBuffer buffer = ByteBuffer.allocate(count);
        try {
            while (buffer.hasRemaining()) {
                if (channel.read(buffer) < 0) {
                    return null;
                }
            }
        } catch (IOException e) {
            return null; // reset: closed with our bytes unread
        }
        return buffer.flip();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
