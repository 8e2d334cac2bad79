// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.kafka;

import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;

/** What the errors of Kafka's clients mean here. Pure functions. */
public final class Problems {
    private Problems() {}

    /**
     * Returns an error with its reason and what to do.
     *
     * @param what was tried
     */
    public static StateTopicException of(Throwable error, String what, StateTopicConfig config) {
        Throwable cause = unwrap(error);
        if (cause instanceof StateTopicException known) {
            return known;
        }
        if (cause instanceof AuthorizationException) {
            return new StateTopicException(
                    Reason.NOT_AUTHORIZED,
                    what + ": " + text(cause) + ". Allow the client's principal READ, WRITE, DESCRIBE and "
                            + "DESCRIBE_CONFIGS of the topics " + config.stateTopic() + " and "
                            + config.progressTopic() + "; a daemon also CREATE of them, and WRITE of the "
                            + "transactional ids that begin with kmirrord-" + config.stateTopic(),
                    cause);
        }
        if (cause instanceof AuthenticationException) {
            return new StateTopicException(
                    Reason.NOT_AUTHORIZED,
                    what + ": " + text(cause) + ". Check the security settings of the client, which has "
                            + new java.util.TreeSet<>(config.clientProperties().keySet()),
                    cause);
        }
        return new StateTopicException(
                Reason.UNREACHABLE,
                what + " at " + config.bootstrapServers() + ": " + text(cause) + ". "
                        + (isSilence(cause)
                                ? "Check that brokers run there and that the network and the security settings let this client in"
                                : "See the brokers' logs"),
                cause);
    }

    private static boolean isSilence(Throwable cause) {
        return cause instanceof RetriableException || cause instanceof java.util.concurrent.TimeoutException;
    }

    /** Returns the cause within what futures wrap around it. */
    public static Throwable unwrap(Throwable error) {
        Throwable cause = error;
        while ((cause instanceof ExecutionException || cause instanceof CompletionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Returns an error as one line. */
    public static String text(Throwable error) {
        String message = error.getMessage();
        return error.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }
}
