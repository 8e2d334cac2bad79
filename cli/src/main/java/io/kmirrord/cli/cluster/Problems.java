// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.cluster;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.CliException;
import io.kmirrord.statetopic.StateTopicException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;

/** Errors of the clients as errors of commands. Pure. */
final class Problems {
    private Problems() {}

    /** Returns the exception to throw for the cause of a failed call; one that is nobody's fault is wrapped. */
    static RuntimeException of(Throwable cause) {
        if (cause instanceof CliException refused) {
            return refused;
        }
        if (cause instanceof StateTopicException failure) {
            return of(failure);
        }
        if (cause instanceof AuthorizationException || cause instanceof AuthenticationException) {
            return CliError.NOT_AUTHORIZED.with(text(cause));
        }
        if (cause instanceof ConfigException || cause.getCause() instanceof ConfigException) {
            return CliError.BAD_CLIENT_CONFIG.with(
                    cause instanceof ConfigException ? text(cause) : text(cause.getCause()));
        }
        if (cause instanceof KafkaException) {
            return CliError.UNREACHABLE.with(text(cause));
        }
        return new IllegalStateException("unexpected: " + cause, cause);
    }

    private static CliException of(StateTopicException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof ConfigException) {
                return CliError.BAD_CLIENT_CONFIG.with(text(cause));
            }
        }
        var error = switch (failure.reason()) {
            case NOT_FOUND -> CliError.STATE_TOPIC_MISSING;
            case FOREIGN_FORMAT -> CliError.FOREIGN_FORMAT;
            case WRONG_SETTINGS -> CliError.WRONG_STATE_TOPIC;
            case NATIVE_MIRRORING -> CliError.NATIVE_MIRRORING;
            case NOT_AUTHORIZED -> CliError.NOT_AUTHORIZED;
            case LOST, FENCED -> CliError.STATE_TOPIC_LOST;
            case UNREACHABLE, CLOSED -> CliError.UNREACHABLE;
            case TIMEOUT -> CliError.OUT_OF_TIME;
            case NOT_EMPTY, INVALID -> CliError.IMPORT_REFUSED;
        };
        return error.with(text(failure));
    }

    private static String text(@Nullable Throwable cause) {
        return cause == null ? "" : String.valueOf(cause.getMessage());
    }
}
