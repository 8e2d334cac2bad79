// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;

/** Topic ids in the text form that Kafka's tools print (org.apache.kafka.common.Uuid). Stateless. */
public final class TopicIds {
    private TopicIds() {}

    /** Returns the 22 characters of URL-safe Base64 without padding. */
    public static String toText(UUID id) {
        ByteBuffer bytes =
                ByteBuffer.allocate(16).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /**
     * Parses what {@link #toText} returns.
     *
     * @throws IllegalArgumentException if the text is not Base64 of 16 bytes
     */
    public static UUID fromText(String text) {
        byte[] bytes = Base64.getUrlDecoder().decode(text);
        if (bytes.length != 16) {
            throw new IllegalArgumentException(
                    "topic id '" + text + "' holds " + bytes.length + " bytes; accepted: 22 characters for 16 bytes");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
    }
}
