// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.Errors;

/** What an error asks of the caller. */
public enum ErrorCategory {
    /** The same request may work later: back off and repeat. */
    RETRY,
    /** What we know about leaders, epochs or topics is old: refresh metadata, route anew, then repeat. */
    REFRESH_METADATA,
    /** The offset asked for does not exist there. Never a reason to empty a copy by itself (F10): the caller decides. */
    POSITION,
    /** Repeating cannot help: somebody has to change a setting, a permission or a version. */
    FATAL;

    /** The category of a code; unknown server errors are {@link #RETRY}, the caller bounds the attempts. */
    public static ErrorCategory of(Errors error) {
        return switch (error) {
            case NOT_LEADER_OR_FOLLOWER,
                    FENCED_LEADER_EPOCH,
                    UNKNOWN_LEADER_EPOCH,
                    UNKNOWN_TOPIC_OR_PARTITION,
                    UNKNOWN_TOPIC_ID,
                    INCONSISTENT_TOPIC_ID,
                    LEADER_NOT_AVAILABLE,
                    REPLICA_NOT_AVAILABLE,
                    LISTENER_NOT_FOUND,
                    BROKER_NOT_AVAILABLE,
                    KAFKA_STORAGE_ERROR -> REFRESH_METADATA;
            case OFFSET_OUT_OF_RANGE -> POSITION;
            case UNKNOWN_SERVER_ERROR, FETCH_SESSION_TOPIC_ID_ERROR -> RETRY;
            default -> error.exception() instanceof RetriableException ? RETRY : FATAL;
        };
    }
}
