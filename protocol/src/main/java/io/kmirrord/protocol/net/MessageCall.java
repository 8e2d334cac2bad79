// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.protocol.ApiMessage;

/**
 * A call whose answer is a generated message without record data; the network buffer is given back at once.
 *
 * @param oldest oldest version that can express the request
 * @param build the request in a version
 * @param answer an empty answer to read into, made anew for each call
 * @param throttle reads the throttle time of the answer
 */
public record MessageCall<R extends ApiMessage>(
        ApiMessageType api,
        int oldest,
        IntFunction<ApiMessage> build,
        R answer,
        ToIntFunction<R> throttle,
        Duration timeout)
        implements Call<R> {

    @Override
    public short version(ApiVersionTable peer) {
        return peer.newest(api, oldest, api.highestSupportedVersion(false));
    }

    @Override
    public ApiMessage request(short version) {
        return build.apply(version);
    }

    @Override
    public Answer<R> decode(ByteBuf frame, short version) {
        try {
            answer.read(new ByteBufReadable(frame), version);
            if (frame.isReadable()) {
                throw new IllegalArgumentException(frame.readableBytes() + " bytes follow the answer");
            }
            return new Answer<>(answer, throttle.applyAsInt(answer));
        } finally {
            frame.release();
        }
    }
}
