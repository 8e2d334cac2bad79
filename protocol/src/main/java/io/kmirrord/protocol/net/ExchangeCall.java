// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.protocol.ApiMessage;

/** A request of an authentication exchange, in the newest version both sides speak. */
record ExchangeCall(ApiMessageType api, ApiMessage body, Duration timeout) implements Call<ApiMessage> {

    static ExchangeCall of(ApiMessage request, Duration timeout) {
        return new ExchangeCall(ApiMessageType.fromApiKey(request.apiKey()), request, timeout);
    }

    @Override
    public short version(ApiVersionTable peer) {
        return peer.newest(api);
    }

    @Override
    public ApiMessage request(short version) {
        return body;
    }

    @Override
    public Answer<ApiMessage> decode(ByteBuf frame, short version) {
        try {
            ApiMessage answer = api.newResponse();
            answer.read(new ByteBufReadable(frame), version);
            return new Answer<>(answer, 0);
        } finally {
            frame.release();
        }
    }
}
