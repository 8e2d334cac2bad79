// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.ops;

import io.kmirrord.bridge.wire.EncodedFrame;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.FrameHeader;
import io.kmirrord.bridge.wire.Frames;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.it.fixture.BridgeCluster;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;

/** A connection to a bridge that writes whatever bytes a test wants. Blocking; not thread-safe. */
final class RawSocket implements AutoCloseable {
    private final SocketChannel channel;
    private final DataInputStream in;

    RawSocket(Path socket) throws IOException {
        channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        in = new DataInputStream(Channels.newInputStream(channel));
    }

    /** Connects and says HELLO, again where connections that were closed a moment ago still count. */
    static RawSocket greeted(Path socket) {
        RawSocket[] greeted = new RawSocket[1];
        BridgeCluster.until("a bridge that answers HELLO at " + socket, () -> {
            RawSocket peer = new RawSocket(socket);
            Response answer = peer.write(frame(1, 1, new Request.Hello(1, 1, "raw")))
                    .answer()
                    .orElseThrow();
            if (answer instanceof Response.Refused refused && refused.code() == ErrorCode.OVERLOADED) {
                peer.close();
                return false;
            }
            greeted[0] = peer;
            return answer instanceof Response.Hello;
        });
        return greeted[0];
    }

    /** Returns a whole frame. */
    static byte[] frame(int version, long id, Request request) {
        EncodedFrame encoded = Frames.encode(version, id, request);
        ByteBuffer all = ByteBuffer.allocate((int) encoded.remaining()).put(encoded.head());
        if (encoded.payload() != null) {
            all.put(encoded.payload());
        }
        return all.array();
    }

    /** Returns a header alone, whatever it announces. */
    static byte[] header(int length, int version, int type) {
        return ByteBuffer.allocate(FrameHeader.BYTES)
                .putInt(length)
                .put((byte) version)
                .put((byte) 0)
                .putShort((short) type)
                .putLong(5)
                .array();
    }

    /** Writes as much as the bridge takes before it closes. */
    RawSocket write(byte[] bytes) {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        try {
            while (left.hasRemaining()) {
                channel.write(left);
            }
        } catch (IOException e) {
            return this; // closed by the bridge: its answer is read all the same
        }
        return this;
    }

    /** Says that no more will come. */
    RawSocket end() throws IOException {
        channel.shutdownOutput();
        return this;
    }

    /** Returns the next answer, or empty if the bridge closed the connection. */
    Optional<Response> answer() throws Exception {
        try {
            ByteBuffer header = ByteBuffer.wrap(in.readNBytes(FrameHeader.BYTES));
            if (header.remaining() < FrameHeader.BYTES) {
                return Optional.empty();
            }
            FrameHeader parsed = FrameHeader.read(header, Integer.MAX_VALUE);
            return Optional.of(Frames.decodeResponse(parsed, ByteBuffer.wrap(in.readNBytes(parsed.bodyBytes()))));
        } catch (IOException e) {
            return Optional.empty(); // reset: closed with our bytes unread
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
