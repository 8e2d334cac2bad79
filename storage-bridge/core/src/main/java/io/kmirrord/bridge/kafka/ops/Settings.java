// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import java.util.Map;
import java.util.Set;

/**
 * Settings of the operations. Immutable.
 *
 * @param diskFloorBytes free bytes of a log dir below which APPEND is refused (R12); -1 for the larger of 10 GiB and
 *     5 % of the disk
 * @param metadataRecordsPerSecond pace of ENSURE_EPOCH, so that heartbeats get through (R9)
 */
public record Settings(long diskFloorBytes, int metadataRecordsPerSecond) {
    /** Key of {@link #diskFloorBytes} in bridge.properties. */
    public static final String DISK_FLOOR_BYTES = "disk.floor.bytes";

    /** Key of {@link #metadataRecordsPerSecond} in bridge.properties. */
    public static final String METADATA_RECORDS_PER_SECOND = "metadata.records.per.second";

    /** Every key that {@link #of} reads. */
    public static final Set<String> KEYS = Set.of(DISK_FLOOR_BYTES, METADATA_RECORDS_PER_SECOND);

    public static final Settings DEFAULT = new Settings(-1, 2_000);

    private static final long DEFAULT_FLOOR_BYTES = 10L << 30;
    private static final int DEFAULT_FLOOR_DIVISOR = 20;

    public Settings {
        if (diskFloorBytes < -1) {
            throw new IllegalArgumentException(
                    DISK_FLOOR_BYTES + "=" + diskFloorBytes + "; accepted: 0 or more bytes, or -1 for the default");
        }
        if (metadataRecordsPerSecond < 1) {
            throw new IllegalArgumentException(
                    METADATA_RECORDS_PER_SECOND + "=" + metadataRecordsPerSecond + "; accepted: 1 or more");
        }
    }

    /** Reads the two keys; an absent one has its default. */
    public static Settings of(Map<String, String> properties) {
        return new Settings(
                Long.parseLong(properties.getOrDefault(DISK_FLOOR_BYTES, "-1").trim()),
                Integer.parseInt(properties
                        .getOrDefault(METADATA_RECORDS_PER_SECOND, Integer.toString(DEFAULT.metadataRecordsPerSecond()))
                        .trim()));
    }

    /** Returns the floor of a disk of this size in bytes. */
    long floorOf(long diskBytes) {
        return diskFloorBytes >= 0 ? diskFloorBytes : Math.max(DEFAULT_FLOOR_BYTES, diskBytes / DEFAULT_FLOOR_DIVISOR);
    }
}
