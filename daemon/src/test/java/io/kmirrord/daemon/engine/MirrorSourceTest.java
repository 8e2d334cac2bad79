// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.daemon.fake.FakeSource;
import io.kmirrord.daemon.source.AdminSource;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statetopic.StateTopicConfig;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MirrorSourceTest {
    private static final Place PLACE = new Place(new PartitionId("m", new UUID(1, 2), 0), "orders");

    private final FakeSource client = new FakeSource();
    private final MirrorSource source = new MirrorSource(
            client, new AdminSource(Map.of()), new SourcePositions(StateTopicConfig.of("127.0.0.1:1"), "destination"));

    @ParameterizedTest
    @CsvSource({
        "TOPIC_AUTHORIZATION_FAILED, SOURCE_UNAUTHORIZED",
        "UNKNOWN_TOPIC_OR_PARTITION, SOURCE_UNREACHABLE",
        "LEADER_NOT_AVAILABLE, SOURCE_UNREACHABLE",
    })
    void whyATopicIsNotToldOfIsNamed(Errors answered, FailureCode code) {
        client.metadata(new ClusterMetadata(
                "source",
                Map.of(),
                List.of(new ClusterMetadata.Topic("orders", new Uuid(1, 2), answered, false, List.of()))));
        assertThatThrownBy(() -> source.topic(PLACE).join())
                .cause()
                .isInstanceOfSatisfying(
                        EffectFailure.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(code));
    }

    @ParameterizedTest
    @CsvSource({
        "TOPIC_AUTHORIZATION_FAILED, SOURCE_UNAUTHORIZED",
        "UNSUPPORTED_VERSION, SOURCE_UNSUPPORTED",
        "UNKNOWN_TOPIC_ID, SOURCE_UNREACHABLE",
        "NOT_LEADER_OR_FOLLOWER, SOURCE_UNREACHABLE",
    })
    void aBrokerThatDoesNotKnowATopicIdYetIsNoSignOfAnotherTopic(Errors answered, FailureCode code) {
        assertThat(SourceEffects.refused(answered, "no").failure().code()).isEqualTo(code);
    }
}
