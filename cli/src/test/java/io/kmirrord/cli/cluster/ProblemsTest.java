// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.CliException;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ProblemsTest {
    @ParameterizedTest
    @EnumSource(Reason.class)
    void everyReasonOfTheStateTopicHasANumberAndKeepsItsText(Reason reason) {
        var failure = Problems.of(new StateTopicException(reason, "what is the matter"));
        assertThat(failure).isInstanceOf(CliException.class).hasMessageContaining("what is the matter");
    }

    @ParameterizedTest
    @CsvSource({
        "NOT_FOUND, STATE_TOPIC_MISSING",
        "FOREIGN_FORMAT, FOREIGN_FORMAT",
        "NOT_AUTHORIZED, NOT_AUTHORIZED",
        "UNREACHABLE, UNREACHABLE",
        "TIMEOUT, OUT_OF_TIME",
        "NOT_EMPTY, IMPORT_REFUSED"
    })
    void aReasonHasTheErrorOfItsKind(Reason reason, CliError error) {
        assertThat(errorOf(new StateTopicException(reason, ""))).isEqualTo(error);
    }

    @Test
    void errorsOfTheClientsAreToldApart() {
        assertThat(errorOf(new TopicAuthorizationException("no"))).isEqualTo(CliError.NOT_AUTHORIZED);
        assertThat(errorOf(new SaslAuthenticationException("no"))).isEqualTo(CliError.NOT_AUTHORIZED);
        assertThat(errorOf(new TimeoutException("no"))).isEqualTo(CliError.UNREACHABLE);
        assertThat(errorOf(new ConfigException("no"))).isEqualTo(CliError.BAD_CLIENT_CONFIG);
        assertThat(errorOf(new StateTopicException(Reason.UNREACHABLE, "", new ConfigException("no"))))
                .isEqualTo(CliError.BAD_CLIENT_CONFIG);
        assertThat(Problems.of(new ArithmeticException("a bug"))).isInstanceOf(IllegalStateException.class);
    }

    private static CliError errorOf(Throwable cause) {
        return java.util.Objects.requireNonNull(((CliException) Problems.of(cause)).error());
    }
}
