// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.MessageSizeAccumulator;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

/**
 * Writes a request:
 * <pre>
 * | length 4 | api key 2 | version 2 | correlation id 4 | client id (nullable string) | [tags] | body |
 * </pre>
 */
final class RequestFrame {

    private static final int LENGTH_BYTES = 4;

    private RequestFrame() {}

    /** One buffer of exactly the right size. */
    static ByteBuf encode(
            ByteBufAllocator allocator, String clientId, int correlationId, short version, ApiMessage request) {
        ApiMessageType type = ApiMessageType.fromApiKey(request.apiKey());
        short headerVersion = type.requestHeaderVersion(version);
        RequestHeaderData header = new RequestHeaderData()
                .setRequestApiKey(request.apiKey())
                .setRequestApiVersion(version)
                .setCorrelationId(correlationId)
                .setClientId(clientId);
        ObjectSerializationCache cache = new ObjectSerializationCache();
        MessageSizeAccumulator size = new MessageSizeAccumulator();
        header.addSize(size, cache, headerVersion);
        request.addSize(size, cache, version);
        int bytes = size.totalSize();
        ByteBuf out = allocator.directBuffer(LENGTH_BYTES + bytes, LENGTH_BYTES + bytes);
        try {
            out.writeInt(bytes);
            ByteBufferAccessor body = new ByteBufferAccessor(out.nioBuffer(LENGTH_BYTES, bytes));
            header.write(body, cache, headerVersion);
            request.write(body, cache, version);
            out.writerIndex(LENGTH_BYTES + bytes);
            return out;
        } catch (RuntimeException e) {
            out.release();
            throw e;
        }
    }
}
