// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * A batch with its bytes and where they were found.
 *
 * @param bytes the whole batch, header included; position 0, not to be changed
 * @param position byte position in the segment file
 */
public record LogBatch(BatchHeader header, ByteBuffer bytes, Path segment, long position) {

    /** Returns the CRC-32C of what the header's CRC covers. */
    public int computedCrc() {
        CRC32C crc = new CRC32C();
        ByteBuffer covered = bytes.duplicate();
        covered.position(BatchHeader.CRC_START);
        crc.update(covered);
        return (int) crc.getValue();
    }
}
