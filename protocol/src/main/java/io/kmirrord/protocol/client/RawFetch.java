// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.netty.buffer.ByteBuf;
import java.util.List;
import org.apache.kafka.common.message.FetchResponseData;

/**
 * A fetch answer as it came.
 *
 * @param records one slice of the frame for each partition whose records are not null, in the order of the answer
 * @param frame the network buffer; whoever holds this record releases it once
 * @param sizeInBytes of the frame
 */
record RawFetch(FetchResponseData message, List<ByteBuf> records, ByteBuf frame, int sizeInBytes) {}
