// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.protocol.ApiMessage;

/**
 * A request and how to understand its answer. All methods are called on the event loop of the connection.
 *
 * @param <R> the decoded answer
 */
public interface Call<R> {

    /** Which API. */
    ApiMessageType api();

    /** The version to use; may throw {@link io.kmirrord.protocol.WireException} when the peer is too old. */
    short version(ApiVersionTable peer);

    /** The request in that version. Called once, right before it is sent. */
    ApiMessage request(short version);

    /** How long to wait for the answer. */
    Duration timeout();

    /** The answer begins to arrive: its size in bytes, before the buffer is allocated. */
    default void onAnswerSize(int bytes) {}

    /**
     * Decodes the answer.
     *
     * @param frame reader index at the body; owned by this method from now on, also when it throws
     * @throws RuntimeException when the bytes make no sense: the connection is closed
     */
    Answer<R> decode(ByteBuf frame, short version);

    /**
     * A decoded answer.
     *
     * @param throttleTimeMs how long the peer asks us to be silent, 0 for not at all (KIP-219)
     */
    record Answer<R>(R value, int throttleTimeMs) {}
}
