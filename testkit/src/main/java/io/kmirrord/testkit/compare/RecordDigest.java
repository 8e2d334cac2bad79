// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** SHA-256 over offset, timestamp and its type, key, value and headers; every length counts, null differs from empty. */
public final class RecordDigest {

    private final MessageDigest digest;

    public RecordDigest() {
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    /** Adds a record. */
    public RecordDigest add(ConsumerRecord<byte[], byte[]> record) {
        ByteBuffer fixed = ByteBuffer.allocate(20);
        fixed.putLong(record.offset()).putLong(record.timestamp()).putInt(record.timestampType().id);
        digest.update(fixed.array());
        add(record.key());
        add(record.value());
        for (Header header : record.headers()) {
            add(header.key().getBytes(StandardCharsets.UTF_8));
            add(header.value());
        }
        addLength(-2);
        return this;
    }

    private void add(byte @Nullable [] field) {
        addLength(field == null ? -1 : field.length);
        if (field != null) {
            digest.update(field);
        }
    }

    private void addLength(int length) {
        digest.update(ByteBuffer.allocate(4).putInt(length).array());
    }

    /** Returns the digest of all added since the last call, in hexadecimal. */
    public String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Returns the first eight bytes of the digest of all added since the last call. */
    long head() {
        return ByteBuffer.wrap(digest.digest()).getLong();
    }
}
