// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.copy.SourceLeader;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Views made of metadata answers. */
final class SourceViewsTest {
    private static final Uuid ID = new Uuid(5, 6);

    private static ClusterMetadata answer(Uuid id, Errors error, int leader, int epoch) {
        List<ClusterMetadata.Partition> partitions = error == Errors.NONE
                ? List.of(new ClusterMetadata.Partition(0, leader, epoch, List.of(1, 2), List.of(1), Errors.NONE))
                : List.of();
        return new ClusterMetadata(
                "c", Map.of(), List.of(new ClusterMetadata.Topic("orders", id, error, false, partitions)));
    }

    private static SourceTopic orders(SourceView view) {
        return Objects.requireNonNull(view.topics().get("orders"));
    }

    @Test
    void theHigherLeaderEpochWins() {
        SourceView view = SourceViews.after(SourceView.NONE, answer(ID, Errors.NONE, 2, 7), 0);
        SourceView older = SourceViews.after(view, answer(ID, Errors.NONE, 1, 6), 0);
        assertThat(orders(older).leader(0)).isEqualTo(new SourceLeader(2, 7));
        SourceView newer = SourceViews.after(older, answer(ID, Errors.NONE, 1, 8), 0);
        assertThat(orders(newer).leader(0)).isEqualTo(new SourceLeader(1, 8));
    }

    @Test
    void withoutIdsTheLastAnswerCountsForTheTopicMayHaveBeenCreatedAnew() {
        SourceView view = SourceViews.after(SourceView.NONE, answer(Uuid.ZERO_UUID, Errors.NONE, 2, 7), 0);
        SourceView recreated = SourceViews.after(view, answer(Uuid.ZERO_UUID, Errors.NONE, 1, 0), 0);
        assertThat(orders(recreated).leader(0)).isEqualTo(new SourceLeader(1, 0));
    }

    @Test
    void anotherIdIsAnotherTopic() {
        SourceView view = SourceViews.after(SourceView.NONE, answer(ID, Errors.NONE, 2, 7), 0);
        SourceView recreated = SourceViews.after(view, answer(new Uuid(9, 9), Errors.NONE, 1, 0), 0);
        assertThat(orders(recreated).leader(0)).isEqualTo(new SourceLeader(1, 0));
    }

    @Test
    void aPassingErrorKeepsWhatIsKnownAndADeletedTopicDoesNot() {
        SourceView view = SourceViews.after(SourceView.NONE, answer(ID, Errors.NONE, 2, 7), 0);
        assertThat(SourceViews.after(view, answer(ID, Errors.LEADER_NOT_AVAILABLE, -1, -1), 0))
                .isEqualTo(view);
        ClusterMetadata denied = answer(ID, Errors.UNKNOWN_TOPIC_OR_PARTITION, -1, -1);
        SourceView doubted = SourceViews.after(view, denied, 1_000);
        assertThat(doubted.topics())
                .as("a broker that has just started does not know it yet")
                .containsKey("orders");
        assertThat(doubted.unavailable()).isEmpty();
        assertThat(SourceViews.after(doubted, answer(ID, Errors.NONE, 2, 7), 2_000)
                        .denied())
                .isEmpty();
        SourceView twice = SourceViews.after(doubted, denied, 61_000);
        assertThat(twice.topics())
                .as("two answers are not several, however late the second")
                .containsKey("orders");
        assertThat(SourceViews.after(SourceViews.after(doubted, denied, 2_000), denied, 3_000)
                        .topics())
                .as("nor are they late enough, however many")
                .containsKey("orders");
        SourceView gone = SourceViews.after(twice, denied, 62_000);
        assertThat(gone.topics()).isEmpty();
        assertThat(gone.unavailable())
                .containsEntry(
                        "orders",
                        new Failure(FailureCode.SOURCE_TOPIC_DELETED, "the topic does not exist at the source"));
    }

    @ParameterizedTest
    @CsvSource({
        "TOPIC_AUTHORIZATION_FAILED, SOURCE_UNAUTHORIZED",
        "LEADER_NOT_AVAILABLE, SOURCE_UNREACHABLE",
    })
    void aTopicThatIsNotToldOfIsNotADeletedOne(Errors answered, FailureCode code) {
        SourceView view = SourceViews.after(SourceView.NONE, answer(ID, answered, -1, -1), 0);
        assertThat(view.unavailable())
                .containsEntry("orders", new Failure(code, "the source answers " + answered + " for the topic"));
    }

    @Test
    void withoutALeaderThereIsNobodyToFetchFrom() {
        SourceView view = SourceViews.after(SourceView.NONE, answer(ID, Errors.NONE, -1, 7), 0);
        assertThat(orders(view).leader(0)).isNull();
        assertThat(orders(view).highestEpoch()).isEqualTo(7);
    }

    @Test
    void aSourceWithoutIdsGetsTheSameOneFromEveryDaemon() {
        SourceView one = SourceViews.after(SourceView.NONE, answer(Uuid.ZERO_UUID, Errors.NONE, 1, 0), 0);
        SourceView two = SourceViews.after(SourceView.NONE, answer(Uuid.ZERO_UUID, Errors.NONE, 2, 5), 0);
        assertThat(orders(one).kafkaId()).isFalse();
        assertThat(orders(one).id()).isEqualTo(orders(two).id());
        assertThat(SourceViews.madeId("c", "orders")).isNotEqualTo(SourceViews.madeId("d", "orders"));
        for (int i = 0; i < 500; i++) {
            java.util.UUID id = SourceViews.madeId("c", "topic-" + i);
            assertThat(new Uuid(id.getMostSignificantBits(), id.getLeastSignificantBits()).toString())
                    .doesNotStartWith("-");
        }
    }
}
