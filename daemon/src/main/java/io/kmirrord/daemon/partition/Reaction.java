// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.partition;

import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.protocol.ErrorCategory;
import org.apache.kafka.common.protocol.Errors;

/** What a partition mirror does about an error: the tables of the bridge's and of Kafka's codes. Pure. */
public enum Reaction {
    /** Begin again after a back-off that doubles, for ever. */
    WAIT,
    /** The same, and ask for source metadata at once. */
    REFRESH,
    /** The same with metadata, but FAILED after {@link Limits#doubtfulAttempts} in a row: it may be corruption. */
    DOUBT,
    /** Begin again: at once the first time, then as WAIT. */
    AGAIN,
    /** Ask the source where its log starts and ends: never a reason to empty a copy (F10). */
    OFFSETS,
    /** FAILED: repeating cannot help. */
    FAIL;

    /** For a refusal of the bridge. */
    public static Reaction to(ErrorCode code) {
        if (code == ErrorCode.FOREIGN_WRITE) {
            // Our source epoch may be a poll older than what the former leader's daemon copied.
            return DOUBT;
        }
        if (code == ErrorCode.CORRUPT) {
            return DOUBT;
        }
        return switch (code.remedy()) {
            case RETRY, REFRESH -> WAIT;
            case RAISE_EPOCH -> REFRESH;
            case BEGIN_AGAIN -> AGAIN;
            case GIVE_UP -> FAIL;
        };
    }

    /** For a code of the source; {@link Errors#NONE} is a source that could not be asked. */
    public static Reaction to(Errors error) {
        return switch (error) {
            case NONE -> REFRESH;
            case CORRUPT_MESSAGE -> DOUBT;
            case TOPIC_AUTHORIZATION_FAILED, CLUSTER_AUTHORIZATION_FAILED, SASL_AUTHENTICATION_FAILED -> WAIT;
            default ->
                switch (ErrorCategory.of(error)) {
                    case RETRY -> WAIT;
                    case REFRESH_METADATA -> REFRESH;
                    case POSITION -> OFFSETS;
                    case FATAL -> FAIL;
                };
        };
    }

    /** What an operator does about a refusal that fails the partition. */
    public static String advice(ErrorCode code) {
        return switch (code) {
            case NOT_FENCED ->
                "The topic exists at the destination without a fence of this mirror: delete or rename it there, or take"
                        + " it out of 'topics'";
            case FENCE_MISMATCH ->
                "The topic belongs to another mirror or generation: correct 'mirror' and 'generation', or take it out"
                        + " of 'topics'";
            case FOREIGN_WRITE ->
                "The log holds batches that are not the source's: compare both logs, then delete the topic at the"
                        + " destination to copy it anew";
            case TOO_LARGE ->
                "Raise segment.bytes of the topic at the destination above the batch, then restart the daemon";
            case FRAME_TOO_LARGE ->
                "Raise max.frame.bytes of the bridge above the batch, then restart broker and daemon";
            case OLD_MESSAGE_FORMAT -> "Rewrite the topic at the source in message format 2 (Kafka 0.11 and later)";
            case EPOCH_FALLING ->
                "The source's history differs from the copy (unclean election?): compare both logs before anything is"
                        + " cut";
            case CORRUPT -> "Run kafka-dump-log at the source at this offset: its stored data fails the checksum";
            case UNSUPPORTED_BROKER, UNSUPPORTED_VERSION, UNSUPPORTED_METADATA_VERSION ->
                "Install the storage bridge that supports this broker: java -jar storage-bridge.jar check LIBS";
            default -> "See the log of the local broker";
        };
    }
}
