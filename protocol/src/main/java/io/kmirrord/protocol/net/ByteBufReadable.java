// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.protocol.Readable;
import org.apache.kafka.common.record.internal.MemoryRecords;

/**
 * Lets the generated message classes read from a network buffer. Record data is not copied and not looked at: its
 * ranges are noted, in the order of reading. Never reads outside the buffer, whatever the lengths in it say
 * ({@link IndexOutOfBoundsException}). Not thread-safe.
 */
public final class ByteBufReadable implements Readable {

    private static final int MAX_VARINT_BYTES = 5;
    private static final int MAX_VARLONG_BYTES = 10;

    private final ByteBuf buffer;
    private final List<ByteBuf> records = new ArrayList<>();

    /**
     * @param buffer read through its reader index; not retained
     */
    public ByteBufReadable(ByteBuf buffer) {
        this.buffer = buffer;
    }

    /** Slices of the record sets read so far, one for each that was not null, sharing the buffer's reference count. */
    public List<ByteBuf> records() {
        return records;
    }

    @Override
    public byte readByte() {
        return buffer.readByte();
    }

    @Override
    public short readShort() {
        return buffer.readShort();
    }

    @Override
    public int readInt() {
        return buffer.readInt();
    }

    @Override
    public long readLong() {
        return buffer.readLong();
    }

    @Override
    public double readDouble() {
        return buffer.readDouble();
    }

    @Override
    public byte[] readArray(int size) {
        checkAvailable(size);
        byte[] bytes = new byte[size];
        buffer.readBytes(bytes);
        return bytes;
    }

    @Override
    public ByteBuffer readByteBuffer(int size) {
        return ByteBuffer.wrap(readArray(size));
    }

    @Override
    public MemoryRecords readRecords(int size) {
        checkAvailable(size);
        ByteBuf slice = buffer.readSlice(size);
        records.add(slice);
        return size == 0 ? MemoryRecords.EMPTY : MemoryRecords.readableRecords(slice.nioBuffer());
    }

    @Override
    public int readUnsignedVarint() {
        return (int) readBits(MAX_VARINT_BYTES);
    }

    @Override
    public int readVarint() {
        int raw = readUnsignedVarint();
        return (raw >>> 1) ^ -(raw & 1);
    }

    @Override
    public long readVarlong() {
        long raw = readBits(MAX_VARLONG_BYTES);
        return (raw >>> 1) ^ -(raw & 1);
    }

    private long readBits(int maxBytes) {
        long value = 0;
        for (int i = 0; i < maxBytes; i++) {
            byte b = buffer.readByte();
            value |= (long) (b & 0x7f) << (7 * i);
            if (b >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a varint has more than " + maxBytes + " bytes");
    }

    @Override
    public int remaining() {
        return buffer.readableBytes();
    }

    @Override
    public Readable slice() {
        return new ByteBufReadable(buffer.slice());
    }

    private void checkAvailable(int size) {
        if (size < 0 || size > buffer.readableBytes()) {
            throw new IndexOutOfBoundsException(
                    "a length field says " + size + " bytes; there are " + buffer.readableBytes());
        }
    }
}
