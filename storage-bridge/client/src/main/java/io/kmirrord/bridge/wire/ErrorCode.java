// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

/**
 * Every way in which the bridge refuses. The numbers are the wire form and never change their meaning.
 * The {@link Remedy} says what the caller does about it.
 */
public enum ErrorCode {
    UNSUPPORTED_BROKER(1, Remedy.GIVE_UP),
    UNSUPPORTED_VERSION(2, Remedy.GIVE_UP),
    MALFORMED(3, Remedy.GIVE_UP),
    FRAME_TOO_LARGE(4, Remedy.GIVE_UP),
    NOT_BROKER(5, Remedy.GIVE_UP),
    UNKNOWN_PARTITION(6, Remedy.REFRESH),
    NOT_LEADER(7, Remedy.REFRESH),
    FENCED_LEADER_EPOCH(8, Remedy.REFRESH),
    NOT_FENCED(9, Remedy.GIVE_UP),
    FENCE_MISMATCH(10, Remedy.GIVE_UP),
    FOREIGN_WRITE(11, Remedy.GIVE_UP),
    TOKEN_DEAD(12, Remedy.BEGIN_AGAIN),
    /** The value is the log end offset that the leader has. */
    OFFSET_MISMATCH(13, Remedy.BEGIN_AGAIN),
    /** A batch epoch is not below the leader epoch of the destination. The value is the highest batch epoch. */
    EPOCH_TOO_HIGH(14, Remedy.RAISE_EPOCH),
    /** A batch epoch is below the newest of the log. The value is that newest epoch. */
    EPOCH_FALLING(15, Remedy.GIVE_UP),
    CORRUPT(16, Remedy.RETRY),
    /** A batch is larger than a segment. The value is the segment size in bytes. */
    TOO_LARGE(17, Remedy.GIVE_UP),
    /** The value is the free space of the log dir in bytes. */
    DISK_LOW(18, Remedy.RETRY),
    STORAGE_ERROR(19, Remedy.RETRY),
    NOT_BATCH_BOUNDARY(20, Remedy.GIVE_UP),
    REPLICA_NOT_IN_SYNC(21, Remedy.RETRY),
    /** An AlterReplicaLogDirs of this partition is under way. */
    MOVING(22, Remedy.RETRY),
    /** The cut must be done as RESTART_AT (F17) or the partition copied in full (F3); the message says which. */
    CUT_NOT_ALLOWED(23, Remedy.GIVE_UP),
    /** A cut awaits its barrier: appends are held. */
    BARRIER_PENDING(24, Remedy.RETRY),
    TIMEOUT(25, Remedy.RETRY),
    ABOVE_HIGH_WATERMARK(26, Remedy.RETRY),
    NOT_ENOUGH_REPLICAS(27, Remedy.RETRY),
    /** The message names the active controller where it is known. The value is its node id or -1. */
    NOT_CONTROLLER(28, Remedy.REFRESH),
    NOT_MONOTONIC(29, Remedy.GIVE_UP),
    EXISTS(30, Remedy.GIVE_UP),
    INVALID_REQUEST(31, Remedy.GIVE_UP),
    INTERNAL_TOPIC(32, Remedy.GIVE_UP),
    UNSUPPORTED_METADATA_VERSION(33, Remedy.GIVE_UP),
    OVERLOADED(34, Remedy.RETRY),
    OLD_MESSAGE_FORMAT(35, Remedy.GIVE_UP),
    /** Something the bridge did not foresee; the broker's log holds the stack trace. */
    INTERNAL(36, Remedy.RETRY),
    /** The topic has not as many partitions as the caller believes. The value is their number. */
    PARTITION_COUNT(37, Remedy.REFRESH),
    /** A stop epoch is not above every leader epoch of the topic. The value is the highest of them. */
    STOP_EPOCH_TOO_LOW(38, Remedy.REFRESH);

    /** What a caller does about an error. */
    public enum Remedy {
        /** Ask the same again after a back-off. */
        RETRY,
        /** Leadership or assignment moved: look it up again. */
        REFRESH,
        /** Call BEGIN again and go on at the offset that it returns. */
        BEGIN_AGAIN,
        /** ENSURE_EPOCH at the active controller, then BEGIN again. */
        RAISE_EPOCH,
        /** Nothing that the caller repeats will help: report it. */
        GIVE_UP
    }

    private final int number;
    private final Remedy remedy;

    ErrorCode(int number, Remedy remedy) {
        this.number = number;
        this.remedy = remedy;
    }

    public int number() {
        return number;
    }

    public Remedy remedy() {
        return remedy;
    }

    /** Returns the code of a number; an unknown one, from a newer bridge, is {@link #INTERNAL}. */
    public static ErrorCode of(int number) {
        for (ErrorCode code : values()) {
            if (code.number == number) {
                return code;
            }
        }
        return INTERNAL;
    }
}
