// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.writer;

import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import io.kmirrord.statetopic.kafka.Problems;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/** What an error of a producer means. Pure functions. */
final class Verdict {
    private Verdict() {}

    /** Returns Refused or Again. */
    static Attempt of(Throwable error, StateTopicConfig config) {
        Throwable cause = root(error);
        if (cause instanceof AuthorizationException || cause instanceof AuthenticationException) {
            return new Attempt.Refused(Problems.of(cause, "writing to topic " + config.stateTopic(), config));
        }
        if (cause instanceof RecordTooLargeException
                || cause instanceof InvalidRecordException
                || cause instanceof PolicyViolationException) {
            return new Attempt.Refused(new StateTopicException(
                    Reason.INVALID,
                    "topic " + config.stateTopic() + " does not take the record: " + Problems.text(cause)
                            + ". Check max.message.bytes of the topic and the brokers' policies",
                    cause));
        }
        return new Attempt.Again(cause);
    }

    /** Producers wrap the error that decided in ones that say only that there was one. */
    private static Throwable root(Throwable error) {
        Throwable cause = Problems.unwrap(error);
        while (cause.getClass() == KafkaException.class && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
