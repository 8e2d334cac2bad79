// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.FencedLeaderEpochException;
import org.apache.kafka.common.errors.KafkaStorageException;
import org.apache.kafka.common.errors.NotControllerException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.OffsetOutOfRangeException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns whatever the broker throws into a refusal; what nobody foresaw goes to the broker's log. Stateless. */
final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger("io.kmirrord.bridge");

    private Failures() {}

    static BridgeException toRefusal(Object request, Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof ExecutionException || cause instanceof CompletionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof BridgeException refusal) {
            return refusal;
        }
        ErrorCode code = codeOf(cause);
        if (code == ErrorCode.INTERNAL) {
            LOG.error("{} failed unexpectedly", nameOf(request), cause);
        }
        return new BridgeException(code, nameOf(request) + ": " + cause);
    }

    /** Returns the name of a request's kind. */
    static String nameOf(Object request) {
        return request instanceof String name ? name : request.getClass().getSimpleName();
    }

    private static ErrorCode codeOf(Throwable cause) {
        if (cause instanceof NotLeaderOrFollowerException) {
            return ErrorCode.NOT_LEADER;
        }
        if (cause instanceof FencedLeaderEpochException) {
            return ErrorCode.FENCED_LEADER_EPOCH;
        }
        if (cause instanceof UnknownTopicOrPartitionException) {
            return ErrorCode.UNKNOWN_PARTITION;
        }
        if (cause instanceof NotControllerException) {
            return ErrorCode.NOT_CONTROLLER;
        }
        if (cause instanceof NotEnoughReplicasException) {
            return ErrorCode.NOT_ENOUGH_REPLICAS;
        }
        if (cause instanceof CorruptRecordException || cause instanceof InvalidRecordException) {
            return ErrorCode.CORRUPT;
        }
        if (cause instanceof RecordBatchTooLargeException) {
            return ErrorCode.TOO_LARGE;
        }
        if (cause instanceof OffsetOutOfRangeException) {
            return ErrorCode.INVALID_REQUEST;
        }
        if (cause instanceof TimeoutException) {
            return ErrorCode.TIMEOUT;
        }
        if (cause instanceof KafkaStorageException || cause instanceof IOException) {
            return ErrorCode.STORAGE_ERROR;
        }
        // The event queue of a controller that is shutting down.
        if (cause instanceof RejectedExecutionException || cause instanceof CancellationException) {
            return ErrorCode.NOT_CONTROLLER;
        }
        return ErrorCode.INTERNAL;
    }
}
