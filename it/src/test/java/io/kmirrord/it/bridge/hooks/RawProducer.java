// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;

/**
 * A producer that says exactly what it is told: producer id, epoch and sequence, one batch of three records, and
 * neither asks for metadata nor tries again. Produce version 9.
 */
public final class RawProducer implements AutoCloseable {
    private static final short VERSION = 9;
    private static final short HEADER_VERSION = 2;

    private final Socket socket;
    private int correlationId;

    public RawProducer(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        this.socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        socket.setSoTimeout(30_000);
        socket.setTcpNoDelay(true);
    }

    /** What the broker answered: the offset is -1 where it refused. */
    public record Answer(Errors error, long offset) {}

    public Answer send(String topic, int partition, long producerId, short epoch, int sequence) throws IOException {
        SimpleRecord record = new SimpleRecord(
                System.currentTimeMillis(), null, ("local " + sequence).getBytes(StandardCharsets.UTF_8));
        MemoryRecords records = MemoryRecords.withIdempotentRecords(
                Compression.NONE, producerId, epoch, sequence, record, record, record);
        ProduceRequestData request = new ProduceRequestData()
                .setAcks((short) -1)
                .setTimeoutMs(10_000)
                .setTopicData(new ProduceRequestData.TopicProduceDataCollection(
                        List.of(new ProduceRequestData.TopicProduceData()
                                        .setName(topic)
                                        .setPartitionData(List.of(new ProduceRequestData.PartitionProduceData()
                                                .setIndex(partition)
                                                .setRecords(records))))
                                .iterator()));
        write(request);
        return read();
    }

    private void write(ProduceRequestData request) throws IOException {
        RequestHeaderData header = new RequestHeaderData()
                .setRequestApiKey((short) 0)
                .setRequestApiVersion(VERSION)
                .setCorrelationId(++correlationId)
                .setClientId("raw");
        ByteBuffer head =
                MessageUtil.toByteBufferAccessor(header, HEADER_VERSION).buffer();
        ByteBuffer body = MessageUtil.toByteBufferAccessor(request, VERSION).buffer();
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(head.remaining() + body.remaining());
        out.write(bytes(head));
        out.write(bytes(body));
        out.flush();
    }

    private Answer read() throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        ByteBuffer buffer = ByteBuffer.wrap(frame);
        buffer.position(5); // correlation id, no tagged fields
        ProduceResponseData response = new ProduceResponseData(new ByteBufferAccessor(buffer), VERSION);
        ProduceResponseData.PartitionProduceResponse partition =
                response.responses().iterator().next().partitionResponses().get(0);
        return new Answer(Errors.forCode(partition.errorCode()), partition.baseOffset());
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
