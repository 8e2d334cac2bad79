// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ErrorCategoryTest {

    @ParameterizedTest
    @CsvSource({
        "NOT_LEADER_OR_FOLLOWER, REFRESH_METADATA",
        "FENCED_LEADER_EPOCH, REFRESH_METADATA",
        "UNKNOWN_LEADER_EPOCH, REFRESH_METADATA",
        "UNKNOWN_TOPIC_ID, REFRESH_METADATA",
        "KAFKA_STORAGE_ERROR, REFRESH_METADATA",
        "CORRUPT_MESSAGE, RETRY",
        "FETCH_SESSION_ID_NOT_FOUND, RETRY",
        "INVALID_FETCH_SESSION_EPOCH, RETRY",
        "UNKNOWN_SERVER_ERROR, RETRY",
        "TOPIC_AUTHORIZATION_FAILED, FATAL",
        "SASL_AUTHENTICATION_FAILED, FATAL",
        "UNSUPPORTED_VERSION, FATAL",
    })
    void codesSayWhatToDo(Errors error, ErrorCategory category) {
        assertThat(ErrorCategory.of(error)).isEqualTo(category);
    }

    @Test
    void f10OutOfRangeIsTheCallersDecision() {
        assertThat(ErrorCategory.of(Errors.OFFSET_OUT_OF_RANGE)).isEqualTo(ErrorCategory.POSITION);
    }
}
