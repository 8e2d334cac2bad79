// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.WireException;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statetopic.kafka.Problems;
import org.apache.kafka.common.protocol.Errors;

/** Which failure of a partition an error of the bridge or of the source is. Pure. */
public final class Failures {
    private Failures() {}

    /** For a refusal of the bridge. */
    public static Failure ofBridge(ErrorCode code, String what) {
        return new Failure(ofBridge(code), what);
    }

    private static FailureCode ofBridge(ErrorCode code) {
        return switch (code) {
            case NOT_FENCED, FENCE_MISMATCH, NOT_MONOTONIC -> FailureCode.FENCE_REFUSED;
            // What has the source's epochs was cut into other batches: it is another log.
            case NOT_BATCH_BOUNDARY -> FailureCode.TAIL_DIFFERS;
            case FOREIGN_WRITE, EPOCH_FALLING -> FailureCode.FOREIGN_WRITE;
            case TOO_LARGE, FRAME_TOO_LARGE -> FailureCode.RECORD_TOO_LARGE;
            case OLD_MESSAGE_FORMAT -> FailureCode.OLD_MESSAGE_FORMAT;
            case CORRUPT -> FailureCode.CORRUPT_DATA;
            case DISK_LOW -> FailureCode.DISK_LOW;
            case STORAGE_ERROR -> FailureCode.STORAGE_ERROR;
            case REPLICA_NOT_IN_SYNC, TIMEOUT, BARRIER_PENDING, MOVING -> FailureCode.REPLICAS_LAG;
            case NOT_ENOUGH_REPLICAS, ABOVE_HIGH_WATERMARK -> FailureCode.NOT_ENOUGH_REPLICAS;
            // Retention or a cleaner may have passed the cut since the log was described: then it is decided anew.
            case OFFSET_MISMATCH, CUT_NOT_ALLOWED -> FailureCode.LOG_MOVED;
            case OVERLOADED, INTERNAL, NOT_LEADER, FENCED_LEADER_EPOCH, UNKNOWN_PARTITION, NOT_CONTROLLER ->
                FailureCode.BRIDGE_UNAVAILABLE;
            default -> FailureCode.BRIDGE_REFUSED;
        };
    }

    /** For a code of the source; {@link Errors#NONE} is a source that could not be asked. */
    public static FailureCode ofSource(Errors error) {
        return switch (error) {
            case NONE -> FailureCode.SOURCE_UNREACHABLE;
            case CORRUPT_MESSAGE -> FailureCode.CORRUPT_DATA;
            case INCONSISTENT_TOPIC_ID, UNKNOWN_TOPIC_ID -> FailureCode.SOURCE_TOPIC_RECREATED;
            case INCONSISTENT_CLUSTER_ID -> FailureCode.SOURCE_OTHER_CLUSTER;
            case UNSUPPORTED_VERSION -> FailureCode.SOURCE_UNSUPPORTED;
            case UNSUPPORTED_FOR_MESSAGE_FORMAT -> FailureCode.OLD_MESSAGE_FORMAT;
            case TOPIC_AUTHORIZATION_FAILED,
                    CLUSTER_AUTHORIZATION_FAILED,
                    GROUP_AUTHORIZATION_FAILED,
                    SASL_AUTHENTICATION_FAILED,
                    ILLEGAL_SASL_STATE,
                    UNSUPPORTED_SASL_MECHANISM -> FailureCode.SOURCE_UNAUTHORIZED;
            default ->
                ErrorCategory.of(error) == ErrorCategory.FATAL
                        ? FailureCode.SOURCE_REFUSED
                        : FailureCode.SOURCE_UNREACHABLE;
        };
    }

    /** For what a client of the source failed with. */
    public static Failure ofSource(WireException problem) {
        boolean own = problem.error() == Errors.NONE && problem.category() == ErrorCategory.FATAL;
        return new Failure(
                // Closed, or a defect: nothing that the source said.
                own ? FailureCode.UNEXPECTED : ofSource(problem.error()), String.valueOf(problem.getMessage()));
    }

    /** For whatever a future failed with. */
    public static Failure of(Throwable problem) {
        Throwable cause = Problems.unwrap(problem);
        String text = String.valueOf(cause.getMessage());
        if (cause instanceof BridgeException refusal) {
            return ofBridge(refusal.code(), refusal.code() + ": " + text);
        }
        if (cause instanceof WireException wire) {
            return ofSource(wire);
        }
        return cause instanceof java.io.IOException
                ? new Failure(FailureCode.BRIDGE_UNAVAILABLE, text)
                : new Failure(FailureCode.UNEXPECTED, cause.toString());
    }
}
