// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.net.ApiVersionTable;
import io.kmirrord.protocol.net.ByteBudget;
import io.kmirrord.protocol.net.ByteBufReadable;
import io.kmirrord.protocol.net.Call;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.protocol.ApiMessage;

/** One fetch of a session. Confined to the event loop of the session. */
record FetchCall(SessionState state, FetchOptions options, ByteBudget.Reservation reservation, Duration timeout)
        implements Call<RawFetch> {

    @Override
    public ApiMessageType api() {
        return ApiMessageType.FETCH;
    }

    @Override
    public short version(ApiVersionTable peer) {
        int newest = state.canUseTopicIds()
                ? ApiMessageType.FETCH.highestSupportedVersion(false)
                : SessionState.TOPIC_IDS_SINCE - 1;
        return peer.newest(ApiMessageType.FETCH, ApiMessageType.FETCH.lowestSupportedVersion(), newest);
    }

    @Override
    public ApiMessage request(short version) {
        return state.next(version, options);
    }

    /** From here on the budget holds what the answer really takes, more than reserved for an oversized batch. */
    @Override
    public void onAnswerSize(int bytes) {
        reservation.resize(bytes);
    }

    @Override
    public Answer<RawFetch> decode(ByteBuf frame, short version) {
        try {
            int size = frame.capacity();
            ByteBufReadable readable = new ByteBufReadable(frame);
            FetchResponseData message = new FetchResponseData(readable, version);
            if (frame.isReadable()) {
                throw new IllegalArgumentException(frame.readableBytes() + " bytes follow the answer");
            }
            return new Answer<>(new RawFetch(message, readable.records(), frame, size), message.throttleTimeMs());
        } catch (RuntimeException e) {
            frame.release();
            throw e;
        }
    }
}
