// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.WireException;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.concurrent.CompletionException;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class FailuresTest {
    @ParameterizedTest
    @CsvSource({
        "NONE, SOURCE_UNREACHABLE",
        "CORRUPT_MESSAGE, CORRUPT_DATA",
        "INCONSISTENT_TOPIC_ID, SOURCE_TOPIC_RECREATED",
        "UNKNOWN_TOPIC_ID, SOURCE_TOPIC_RECREATED",
        "INCONSISTENT_CLUSTER_ID, SOURCE_OTHER_CLUSTER",
        "TOPIC_AUTHORIZATION_FAILED, SOURCE_UNAUTHORIZED",
        "SASL_AUTHENTICATION_FAILED, SOURCE_UNAUTHORIZED",
        "UNSUPPORTED_VERSION, SOURCE_UNSUPPORTED",
        "UNSUPPORTED_FOR_MESSAGE_FORMAT, OLD_MESSAGE_FORMAT",
        "INVALID_REQUEST, SOURCE_REFUSED",
        "NOT_LEADER_OR_FOLLOWER, SOURCE_UNREACHABLE",
        "UNKNOWN_SERVER_ERROR, SOURCE_UNREACHABLE",
    })
    void codesOfTheSource(Errors error, FailureCode code) {
        assertThat(Failures.ofSource(error)).isEqualTo(code);
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"OFFSET_MISMATCH", "CUT_NOT_ALLOWED"})
    void aCutOfALogThatIsNotWhatItWasIsDecidedAnew(ErrorCode refusal) {
        Failure failure = Failures.ofBridge(refusal, "the log starts at 7");
        assertThat(failure).isEqualTo(new Failure(FailureCode.LOG_MOVED, "the log starts at 7"));
        assertThat(failure.code().retryable()).isTrue();
    }

    @Test
    void aCutInsideABatchIsAnotherLog() {
        assertThat(Failures.ofBridge(ErrorCode.NOT_BATCH_BOUNDARY, "inside 0").code())
                .isEqualTo(FailureCode.TAIL_DIFFERS);
    }

    @Test
    void theWordsOfAnErrorDecideNothing() {
        WireException denied = new WireException(Errors.CLUSTER_AUTHORIZATION_FAILED, "METADATA of the cluster");
        assertThat(Failures.of(new CompletionException(denied)).code()).isEqualTo(FailureCode.SOURCE_UNAUTHORIZED);
        assertThat(Failures.of(WireException.found(Errors.INCONSISTENT_CLUSTER_ID, "another one")))
                .isEqualTo(new Failure(FailureCode.SOURCE_OTHER_CLUSTER, "another one"));
    }

    @Test
    void whatTheSourceDidNotSayIsNotBlamedOnIt() {
        assertThat(Failures.of(new WireException(ErrorCategory.FATAL, "the client was closed", null)))
                .isEqualTo(new Failure(FailureCode.UNEXPECTED, "the client was closed"));
        assertThat(Failures.of(new WireException(ErrorCategory.RETRY, "no broker answered", null))
                        .code())
                .isEqualTo(FailureCode.SOURCE_UNREACHABLE);
    }
}
