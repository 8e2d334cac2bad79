// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.open;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.MessageUtil;

/**
 * One fetch of partition 0 as a consumer that says where its history ends: the Java client leaves lastFetchedEpoch out.
 * Fetch version 12. Stateless.
 */
final class RawFetch {
    private static final short VERSION = 12;
    private static final short HEADER_VERSION = 2;

    private RawFetch() {}

    /** What the broker answered; a diverging epoch of -1 is none. */
    record Answer(Errors error, int divergingEpoch, long divergingEndOffset, int bytes) {}

    static Answer fetch(String address, String topic, long offset, int currentLeaderEpoch, int lastFetchedEpoch)
            throws IOException {
        int colon = address.lastIndexOf(':');
        try (Socket socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)))) {
            socket.setSoTimeout(30_000);
            write(socket, request(topic, offset, currentLeaderEpoch, lastFetchedEpoch));
            return read(socket);
        }
    }

    private static FetchRequestData request(String topic, long offset, int currentLeaderEpoch, int lastFetchedEpoch) {
        return new FetchRequestData()
                .setMaxWaitMs(0)
                .setMinBytes(0)
                .setMaxBytes(1 << 20)
                .setTopics(List.of(new FetchRequestData.FetchTopic()
                        .setTopic(topic)
                        .setPartitions(List.of(new FetchRequestData.FetchPartition()
                                .setPartition(0)
                                .setFetchOffset(offset)
                                .setCurrentLeaderEpoch(currentLeaderEpoch)
                                .setLastFetchedEpoch(lastFetchedEpoch)
                                .setPartitionMaxBytes(1 << 20)))));
    }

    private static void write(Socket socket, FetchRequestData request) throws IOException {
        RequestHeaderData header = new RequestHeaderData()
                .setRequestApiKey((short) 1)
                .setRequestApiVersion(VERSION)
                .setCorrelationId(1)
                .setClientId("raw");
        ByteBuffer head =
                MessageUtil.toByteBufferAccessor(header, HEADER_VERSION).buffer();
        ByteBuffer body = MessageUtil.toByteBufferAccessor(request, VERSION).buffer();
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(head.remaining() + body.remaining());
        out.write(head.array(), head.arrayOffset() + head.position(), head.remaining());
        out.write(body.array(), body.arrayOffset() + body.position(), body.remaining());
        out.flush();
    }

    private static Answer read(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        ByteBuffer buffer = ByteBuffer.wrap(frame);
        buffer.position(5); // correlation id, no tagged fields
        FetchResponseData.PartitionData partition = new FetchResponseData(new ByteBufferAccessor(buffer), VERSION)
                .responses()
                .get(0)
                .partitions()
                .get(0);
        return new Answer(
                Errors.forCode(partition.errorCode()),
                partition.divergingEpoch().epoch(),
                partition.divergingEpoch().endOffset(),
                partition.records() == null ? 0 : partition.records().sizeInBytes());
    }
}
