// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the batches of a partition directory in order, across segments. A live log may grow meanwhile: what is there
 * when a segment's end is reached counts, and an unfinished batch at the very end of the log is not seen. Not thread
 * safe.
 */
public final class BatchCursor implements AutoCloseable {

    /** Larger than any batch that a broker takes (message.max.bytes is an int, but nobody sets that). */
    private static final int MAX_BATCH_BYTES = 512 << 20;

    private final List<Path> segments;
    private int segmentIndex = -1;
    private @Nullable FileChannel channel;
    private long position;
    private long endOffset;

    private BatchCursor(List<Path> segments) {
        this.segments = segments;
        this.endOffset = SegmentFiles.baseOffset(segments.get(0));
    }

    /** Opens a partition directory at its first batch. */
    public static BatchCursor open(Path directory) throws IOException {
        return new BatchCursor(SegmentFiles.list(directory));
    }

    /** Returns the base offset of the first segment. */
    public long startOffset() {
        return SegmentFiles.baseOffset(segments.get(0));
    }

    /** Returns the log end offset, as far as batches were read. */
    public long endOffset() {
        return endOffset;
    }

    /**
     * Returns the next batch, or null at the end of the log.
     *
     * @throws IOException if a batch is torn in the middle of the log, has an impossible length, or another format
     */
    public @Nullable LogBatch next() throws IOException {
        while (true) {
            FileChannel open = channel;
            if (open != null) {
                LogBatch batch = read(open);
                if (batch != null) {
                    return batch;
                }
            }
            if (!openNextSegment()) {
                return null;
            }
        }
    }

    private @Nullable LogBatch read(FileChannel open) throws IOException {
        Path segment = segments.get(segmentIndex);
        long available = open.size() - position;
        if (available < BatchHeader.LENGTH_OVERHEAD + 5) {
            return endOfSegment(segment, available);
        }
        ByteBuffer prefix = readFully(open, position, BatchHeader.LENGTH_OVERHEAD + 5);
        int length = prefix.getInt(8);
        byte magic = prefix.get(BatchHeader.MAGIC_POSITION);
        if (magic != 2) {
            throw new IOException("Batch of magic " + magic + ", expected 2: " + segment + " at byte " + position);
        }
        if (length < BatchHeader.SIZE - BatchHeader.LENGTH_OVERHEAD || length > MAX_BATCH_BYTES) {
            throw new IOException("Batch length " + length + " is impossible: " + segment + " at byte " + position);
        }
        int size = BatchHeader.LENGTH_OVERHEAD + length;
        if (available < size) {
            return endOfSegment(segment, available);
        }
        ByteBuffer bytes = readFully(open, position, size);
        LogBatch batch = new LogBatch(BatchHeader.parse(bytes, 0), bytes, segment, position);
        position += size;
        endOffset = Math.max(endOffset, batch.header().nextOffset());
        return batch;
    }

    private @Nullable LogBatch endOfSegment(Path segment, long left) throws IOException {
        if (left > 0 && segmentIndex < segments.size() - 1) {
            throw new IOException(
                    "Torn batch of " + left + " bytes inside the log: " + segment + " at byte " + position);
        }
        return null;
    }

    private boolean openNextSegment() throws IOException {
        if (segmentIndex == segments.size() - 1) {
            return false;
        }
        close();
        segmentIndex++;
        Path segment = segments.get(segmentIndex);
        channel = FileChannel.open(segment, StandardOpenOption.READ);
        position = 0;
        endOffset = Math.max(endOffset, SegmentFiles.baseOffset(segment));
        return true;
    }

    private static ByteBuffer readFully(FileChannel channel, long at, int size) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(size);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, at + buffer.position()) < 0) {
                throw new EOFException("File became shorter while it was read, at byte " + (at + buffer.position()));
            }
        }
        return buffer.flip();
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
            channel = null;
        }
    }
}
