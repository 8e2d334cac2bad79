// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

/** What two replicas or two clusters can differ in. */
public enum Field {
    LOG_END_OFFSET,
    /** One side has no batch where the other has one. */
    MISSING_BATCH,
    BASE_OFFSET,
    LAST_OFFSET,
    SIZE,
    LEADER_EPOCH,
    CRC,
    ATTRIBUTES,
    BASE_TIMESTAMP,
    MAX_TIMESTAMP,
    PRODUCER_ID,
    PRODUCER_EPOCH,
    BASE_SEQUENCE,
    RECORD_COUNT,
    /** Equal headers, another byte behind them. */
    BYTES,
    /** The CRC in a header does not fit the bytes of its own batch. */
    OWN_CRC,
    /** Contents of leader-epoch-checkpoint, within the compared range. */
    EPOCH_CHECKPOINT,
    LOG_START_OFFSET,
    HIGH_WATERMARK,
    LAST_STABLE_OFFSET,
    /** One side's consumer sees no record where the other's does. */
    MISSING_RECORD,
    RECORD
}
