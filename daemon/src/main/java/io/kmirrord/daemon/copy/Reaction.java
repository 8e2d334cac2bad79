// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.protocol.ErrorCategory;
import org.apache.kafka.common.protocol.Errors;

/** What a copy does about an error: the tables of the bridge's and of Kafka's codes. Pure. */
public enum Reaction {
    /** Begin again after a back-off that doubles, for ever. */
    WAIT,
    /** The same, and ask for source metadata at once. */
    REFRESH,
    /**
     * The same with metadata, but reported after {@link Limits#doubtfulAttempts} in a row: it may be corruption, or a right that
     * is gone, and nobody looks for that where everything seems to be mirrored.
     */
    DOUBT,
    /** Begin again: at once the first time, then as WAIT. */
    AGAIN,
    /** Ask the source where its log starts and ends: never a reason to empty a copy (F10). */
    OFFSETS,
    /** Reported: repeating cannot help. */
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
            case CORRUPT_MESSAGE,
                    TOPIC_AUTHORIZATION_FAILED,
                    CLUSTER_AUTHORIZATION_FAILED,
                    SASL_AUTHENTICATION_FAILED -> DOUBT;
            default ->
                switch (ErrorCategory.of(error)) {
                    case RETRY -> WAIT;
                    case REFRESH_METADATA -> REFRESH;
                    case POSITION -> OFFSETS;
                    case FATAL -> FAIL;
                };
        };
    }
}
