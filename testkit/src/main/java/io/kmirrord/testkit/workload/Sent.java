// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A record that was acknowledged.
 *
 * @param key unique in the load
 * @param checksum CRC-32C over key and value
 * @param committed false if its transaction was aborted: it has its offset, but committed readers must not see it
 */
public record Sent(int partition, long offset, String key, int checksum, boolean committed) {

    Sent aborted() {
        return new Sent(partition, offset, key, checksum, false);
    }

    static int checksum(byte @Nullable [] key, byte @Nullable [] value) {
        CRC32C crc = new CRC32C();
        if (key != null) {
            crc.update(key);
        }
        if (value != null) {
            crc.update(value);
        }
        return (int) crc.getValue();
    }
}
