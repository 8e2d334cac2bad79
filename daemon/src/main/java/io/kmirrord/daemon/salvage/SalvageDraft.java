// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.salvage;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statetopic.SalvageManifest;
import io.kmirrord.statetopic.files.Durable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A salvage that is being written. It counts once it is sealed; closed before that, nothing of it stays. For one thread
 * at a time.
 */
public final class SalvageDraft implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SalvageDraft.class);

    private final SalvageStore store;
    private final SalvageDisk disk;
    private final SalvageSubject subject;
    private final Path file;
    private final FileChannel channel;
    private final CRC32C crc = new CRC32C();
    private long batches;
    private long records;
    private long bytes;

    SalvageDraft(SalvageStore store, SalvageDisk disk, SalvageSubject subject, Path file) throws IOException {
        this.store = store;
        this.disk = disk;
        this.subject = subject;
        this.file = file;
        this.channel = FileChannel.open(
                store.draftOf(file),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING);
    }

    /** Returns the records written, markers of transactions included. */
    public long records() {
        return records;
    }

    /** Returns the bytes written. */
    public long bytes() {
        return bytes;
    }

    /**
     * Writes whole batches behind those before. Blocks.
     *
     * @param content from position to limit; neither is moved
     * @param batchCount in it
     * @param recordCount in it
     * @throws IOException if the disk takes no more of it; the draft is to be closed then
     */
    public void append(ByteBuffer content, int batchCount, long recordCount) throws IOException {
        disk.require(content.remaining());
        Durable.write(channel, content.duplicate());
        crc.update(content.duplicate());
        bytes += content.remaining();
        batches += batchCount;
        records += recordCount;
    }

    /**
     * Makes it a salvage: data first, the manifest last, each on the disk before the next step. Blocks.
     *
     * @param endOffset offset after the last that was written
     * @return its manifest
     */
    public SalvageManifest seal(long endOffset) throws IOException {
        channel.force(true);
        channel.close();
        SalvageManifest manifest = manifest(endOffset);
        Path place = SalvageStore.manifestOf(file);
        Path draft = store.draftOf(place);
        Durable.write(draft, manifest.text());
        Durable.rename(store.draftOf(file), file);
        // Between the two the draft of the manifest marks the data as not whole.
        Durable.rename(draft, place);
        return manifest;
    }

    private SalvageManifest manifest(long endOffset) {
        String id = subject.folder() + "/" + SalvageStore.nameOf(file);
        return new SalvageManifest(
                new RecordKey.Salvage(subject.partition().mirror(), id),
                new RecordValue.Salvage(
                        subject.topic(),
                        subject.partition().topicId(),
                        subject.partition().partition(),
                        subject.effect().generation(),
                        subject.effect().leaderEpoch(),
                        subject.reason(),
                        subject.sourceClusterId(),
                        subject.fromOffset(),
                        endOffset,
                        batches,
                        records,
                        bytes,
                        crc.getValue(),
                        store.owner().nodeId(),
                        store.owner().host(),
                        file.toString(),
                        store.nowMs()));
    }

    /** Removes what was written unless it was sealed. Idempotent; blocks. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("{} could not be closed: {}", file, e.toString());
        }
        store.ended(file);
    }
}
