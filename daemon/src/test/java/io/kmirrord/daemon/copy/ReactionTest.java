// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.ErrorCode;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The two tables. */
final class ReactionTest {

    @ParameterizedTest
    @CsvSource({
        "NONE, REFRESH",
        "NOT_LEADER_OR_FOLLOWER, REFRESH",
        "FENCED_LEADER_EPOCH, REFRESH",
        "UNKNOWN_LEADER_EPOCH, REFRESH",
        "UNKNOWN_TOPIC_OR_PARTITION, REFRESH",
        "UNKNOWN_TOPIC_ID, REFRESH",
        "INCONSISTENT_TOPIC_ID, REFRESH",
        "KAFKA_STORAGE_ERROR, REFRESH",
        "OFFSET_OUT_OF_RANGE, OFFSETS",
        "CORRUPT_MESSAGE, DOUBT",
        "TOPIC_AUTHORIZATION_FAILED, DOUBT",
        "REQUEST_TIMED_OUT, WAIT",
        "UNKNOWN_SERVER_ERROR, WAIT",
        "UNSUPPORTED_VERSION, FAIL",
    })
    void codesOfTheSource(Errors error, Reaction reaction) {
        assertThat(Reaction.to(error)).isEqualTo(reaction);
    }

    @ParameterizedTest
    @CsvSource({
        "NOT_LEADER, WAIT",
        "FENCED_LEADER_EPOCH, WAIT",
        "DISK_LOW, WAIT",
        "BARRIER_PENDING, WAIT",
        "INTERNAL, WAIT",
        "TOKEN_DEAD, AGAIN",
        "OFFSET_MISMATCH, AGAIN",
        "EPOCH_TOO_HIGH, REFRESH",
        "CORRUPT, DOUBT",
        "FOREIGN_WRITE, DOUBT",
        "EPOCH_FALLING, FAIL",
        "TOO_LARGE, FAIL",
        "OLD_MESSAGE_FORMAT, FAIL",
        "NOT_FENCED, FAIL",
        "FENCE_MISMATCH, FAIL",
    })
    void codesOfTheBridge(ErrorCode code, Reaction reaction) {
        assertThat(Reaction.to(code)).isEqualTo(reaction);
    }
}
