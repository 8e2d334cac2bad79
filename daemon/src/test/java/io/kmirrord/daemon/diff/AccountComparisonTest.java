// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Subject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AccountComparisonTest {

    @Test
    void quotasAreComparedKeyByKey() {
        Map<String, Map<String, Double>> source = Map.of(
                "user=ada", Map.of("producer_byte_rate", 1_048_576.0, "request_percentage", 12.5),
                "user=<default>", Map.of("consumer_byte_rate", 1e10));
        Map<String, Map<String, Double>> here = Map.of(
                "user=ada", Map.of("producer_byte_rate", 2_097_152.0, "request_percentage", 12.5),
                "client-id=x", Map.of("consumer_byte_rate", 7.0));
        assertThat(QuotaComparison.of(source, here))
                .containsExactly(
                        Difference.of(Subject.QUOTAS, "client-id=x consumer_byte_rate", null, "7", "", false),
                        Difference.of(
                                Subject.QUOTAS, "user=<default> consumer_byte_rate", "10000000000", null, "", false),
                        Difference.of(Subject.QUOTAS, "user=ada producer_byte_rate", "1048576", "2097152", "", false));
        assertThat(QuotaComparison.of(source, source)).isEmpty();
    }

    @Test
    void usersAreComparedByNameAndMechanisms() {
        Map<String, List<String>> source = Map.of(
                "ada", List.of("SCRAM-SHA-256", "SCRAM-SHA-512"), "bob", List.of("SCRAM-SHA-512"), "eve", List.of("x"));
        Map<String, List<String>> here = Map.of("ada", List.of("SCRAM-SHA-256"), "eve", List.of("x"));
        assertThat(UserComparison.of(source, here))
                .containsExactly(
                        Difference.of(Subject.USERS, "ada", "SCRAM-SHA-256, SCRAM-SHA-512", "SCRAM-SHA-256", "", false),
                        Difference.of(Subject.USERS, "bob", "SCRAM-SHA-512", null, "", false));
    }
}
