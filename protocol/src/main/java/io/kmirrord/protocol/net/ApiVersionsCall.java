// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;

/**
 * The first request of a connection, in a fixed version. A broker that does not speak that version answers
 * UNSUPPORTED_VERSION in the layout of version 0, since Kafka 2.4 with the versions it speaks (KIP-511).
 *
 * @param fixedVersion the version to send
 */
record ApiVersionsCall(short fixedVersion, Duration timeout) implements Call<ApiVersionsResponseData> {

    @Override
    public ApiMessageType api() {
        return ApiMessageType.API_VERSIONS;
    }

    @Override
    public short version(ApiVersionTable peer) {
        return fixedVersion;
    }

    @Override
    public ApiMessage request(short version) {
        ApiVersionsRequestData request = new ApiVersionsRequestData();
        return version >= 3 ? request.setClientSoftwareName("kmirrord").setClientSoftwareVersion("1") : request;
    }

    @Override
    public Answer<ApiVersionsResponseData> decode(ByteBuf frame, short version) {
        try {
            boolean refused = frame.getShort(frame.readerIndex()) == Errors.UNSUPPORTED_VERSION.code();
            ApiVersionsResponseData answer = new ApiVersionsResponseData();
            answer.read(new ByteBufReadable(frame), refused ? 0 : version);
            return new Answer<>(answer, answer.throttleTimeMs());
        } finally {
            frame.release();
        }
    }

    /** The version to try after a refusal: the newest that both speak, else 0, which every broker speaks. */
    static short fallback(ApiVersionsResponseData refusal) {
        var own = refusal.apiKeys().find(ApiMessageType.API_VERSIONS.apiKey());
        int newest = own == null ? 0 : own.maxVersion();
        return (short) Math.min(newest, ApiMessageType.API_VERSIONS.highestSupportedVersion(false));
    }
}
