// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.MessageSizeAccumulator;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

/** Writes answers as brokers do. */
public final class Answers {

    private Answers() {}

    /** An answer with its length. */
    public static ByteBuf frame(int correlationId, ApiMessage body, short version) {
        short headerVersion = ApiMessageType.fromApiKey(body.apiKey()).responseHeaderVersion(version);
        ResponseHeaderData header = new ResponseHeaderData().setCorrelationId(correlationId);
        ObjectSerializationCache cache = new ObjectSerializationCache();
        MessageSizeAccumulator size = new MessageSizeAccumulator();
        header.addSize(size, cache, headerVersion);
        body.addSize(size, cache, version);
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + size.totalSize());
        bytes.putInt(size.totalSize());
        ByteBufferAccessor out = new ByteBufferAccessor(bytes);
        header.write(out, cache, headerVersion);
        body.write(out, cache, version);
        bytes.flip();
        return Unpooled.wrappedBuffer(bytes);
    }
}
