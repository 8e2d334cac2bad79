// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.FetchPosition;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.junit.jupiter.api.Test;

final class SessionStateTest {

    private static final int NEWEST = 17;
    private static final Uuid A = new Uuid(1, 1);
    private static final Uuid A_ANEW = new Uuid(1, 2);
    private static final FetchOptions OPTIONS = FetchOptions.defaults();

    private final SessionState state = new SessionState();

    private static FetchPosition at(Uuid id, String topic, int partition, long offset) {
        return new FetchPosition(new TopicIdPartition(id, partition, topic), offset, 5, 4, 1_000);
    }

    private static FetchPosition a(int partition, long offset) {
        return at(A, "a", partition, offset);
    }

    private static FetchResponseData answer(int sessionId) {
        return new FetchResponseData().setSessionId(sessionId);
    }

    private static List<String> named(FetchRequestData request) {
        List<String> all = new ArrayList<>();
        request.topics()
                .forEach(t ->
                        t.partitions().forEach(p -> all.add(t.topic() + "-" + p.partition() + "@" + p.fetchOffset())));
        return all;
    }

    private static List<String> forgotten(FetchRequestData request) {
        List<String> all = new ArrayList<>();
        request.forgottenTopicsData().forEach(t -> t.partitions().forEach(p -> all.add(t.topic() + "-" + p)));
        return all;
    }

    private void inSession(FetchPosition... positions) {
        state.update(List.of(positions), List.of());
        assertThat(state.next(NEWEST, OPTIONS).sessionEpoch()).isZero();
        assertThat(state.handle(answer(9))).isEqualTo(Errors.NONE);
    }

    @Test
    void theFirstRequestNamesAllAndLaterOnesWhatChanged() {
        inSession(a(0, 10), a(1, 20));
        state.update(List.of(a(1, 21), a(0, 10)), List.of());
        FetchRequestData second = state.next(NEWEST, OPTIONS);
        assertThat(named(second)).containsExactly("a-1@21");
        assertThat(second.sessionId()).isEqualTo(9);
        assertThat(second.sessionEpoch()).isEqualTo(1);
        state.handle(answer(9));
        FetchRequestData third = state.next(NEWEST, OPTIONS);
        assertThat(named(third)).isEmpty();
        assertThat(third.sessionEpoch()).isEqualTo(2);
    }

    @Test
    void requestsAreThoseOfAConsumerWithEpochsAndWithoutRack() {
        state.update(List.of(a(0, 10)), List.of());
        FetchRequestData request = state.next(NEWEST, OPTIONS);
        assertThat(request.replicaId()).isEqualTo(-1);
        assertThat(request.replicaState().replicaId()).isEqualTo(-1);
        assertThat(request.rackId()).isEmpty();
        assertThat(request.isolationLevel()).isZero();
        FetchRequestData.FetchPartition partition =
                request.topics().get(0).partitions().get(0);
        assertThat(partition.currentLeaderEpoch()).isEqualTo(5);
        assertThat(partition.lastFetchedEpoch()).isEqualTo(4);
        assertThat(partition.partitionMaxBytes()).isEqualTo(1_000);
    }

    @Test
    void f21OldVersionsCarryTheCurrentLeaderEpochButNoLastFetchedEpoch() {
        state.update(List.of(at(Uuid.ZERO_UUID, "a", 0, 10)), List.of());
        assertThat(state.canUseTopicIds()).isFalse();
        FetchRequestData.FetchPartition partition =
                state.next(11, OPTIONS).topics().get(0).partitions().get(0);
        assertThat(partition.currentLeaderEpoch()).isEqualTo(5);
        assertThat(partition.lastFetchedEpoch()).isEqualTo(-1);
    }

    @Test
    void removedPartitionsAreForgottenOnce() {
        inSession(a(0, 10), a(1, 20));
        state.update(List.of(), List.of(a(1, 20).partition(), a(7, 0).partition()));
        assertThat(forgotten(state.next(NEWEST, OPTIONS))).containsExactly("a-1");
        state.handle(answer(9));
        assertThat(forgotten(state.next(NEWEST, OPTIONS))).isEmpty();
        assertThat(state.isEmpty()).isFalse();
    }

    @Test
    void aPartitionThatComesBackIsNotForgottenByTheSameRequest() {
        inSession(a(0, 10), a(1, 20));
        state.update(List.of(), List.of(a(1, 20).partition()));
        state.update(List.of(a(1, 20)), List.of());
        FetchRequestData request = state.next(NEWEST, OPTIONS);
        assertThat(named(request)).containsExactly("a-1@20");
        assertThat(forgotten(request)).isEmpty();
    }

    @Test
    void aTopicCreatedAnewIsNotForgottenByItsName() {
        state.update(List.of(a(0, 10)), List.of());
        state.next(12, OPTIONS);
        state.handle(answer(9));
        state.update(List.of(at(A_ANEW, "a", 0, 0)), List.of(a(0, 10).partition()));
        FetchRequestData byName = state.next(12, OPTIONS);
        assertThat(named(byName)).containsExactly("a-0@0");
        assertThat(forgotten(byName)).isEmpty();
        assertThat(state.find("a", Uuid.ZERO_UUID, 0)).isEqualTo(at(A_ANEW, "a", 0, 0));
    }

    @Test
    void aSessionThatTheBrokerForgotIsSetUpAnewWithAllPositions() {
        inSession(a(0, 10), a(1, 20));
        state.update(List.of(a(0, 11)), List.of());
        state.next(NEWEST, OPTIONS);
        FetchResponseData gone = new FetchResponseData().setErrorCode(Errors.FETCH_SESSION_ID_NOT_FOUND.code());
        assertThat(state.handle(gone)).isEqualTo(Errors.FETCH_SESSION_ID_NOT_FOUND);
        FetchRequestData full = state.next(NEWEST, OPTIONS);
        assertThat(named(full)).containsExactly("a-0@11", "a-1@20");
        assertThat(full.sessionId()).isZero();
        assertThat(full.sessionEpoch()).isZero();
    }

    @Test
    void aRequestWithoutAnAnswerLeadsToAFullOneThatEndsTheOldSession() {
        inSession(a(0, 10), a(1, 20));
        state.update(List.of(a(0, 11)), List.of(a(1, 20).partition()));
        state.next(NEWEST, OPTIONS);
        state.reset();
        FetchRequestData full = state.next(NEWEST, OPTIONS);
        assertThat(named(full)).containsExactly("a-0@11");
        assertThat(full.sessionId()).isEqualTo(9);
        assertThat(full.sessionEpoch()).isZero();
    }

    @Test
    void withoutASessionEveryRequestIsFullAndTheServedGoLast() {
        state.update(List.of(a(0, 10), a(1, 20), a(2, 30)), List.of());
        state.next(NEWEST, OPTIONS);
        FetchResponseData served = answer(0);
        served.responses()
                .add(new FetchableTopicResponse()
                        .setTopicId(A)
                        .setPartitions(List.of(
                                new PartitionData()
                                        .setPartitionIndex(0)
                                        .setRecords(MemoryRecords.readableRecords(java.nio.ByteBuffer.allocate(8))),
                                new PartitionData().setPartitionIndex(1).setRecords(MemoryRecords.EMPTY))));
        state.handle(served);
        assertThat(named(state.next(NEWEST, OPTIONS))).containsExactly("a-1@20", "a-2@30", "a-0@10");
        assertThat(state.closing()).isNull();
    }

    @Test
    void changingBetweenNamesAndIdsStartsAFullRequest() {
        inSession(a(0, 10));
        FetchRequestData byName = state.next(12, OPTIONS);
        assertThat(byName.sessionEpoch()).isZero();
        assertThat(named(byName)).containsExactly("a-0@10");
    }

    @Test
    void answersAreFoundByIdOrByNameAsTheVersionSays() {
        inSession(a(0, 10));
        assertThat(state.find("", A, 0)).isEqualTo(a(0, 10));
        assertThat(state.find("", A_ANEW, 0)).isNull();
        assertThat(state.find("a", Uuid.ZERO_UUID, 0)).isNull();
    }

    @Test
    void theLastRequestEndsTheSession() {
        inSession(a(0, 10));
        FetchRequestData closing = state.closing();
        assertThat(closing).isNotNull();
        if (closing != null) {
            assertThat(closing.sessionId()).isEqualTo(9);
            assertThat(closing.sessionEpoch()).isEqualTo(-1);
        }
    }

    @Test
    void aPartitionIsInEachFullRequestOfFiftyThousand() {
        List<FetchPosition> many = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            many.add(a(i, i));
        }
        state.update(many, List.of());
        FetchRequestData request = state.next(NEWEST, OPTIONS);
        assertThat(request.topics()).hasSize(1);
        assertThat(request.topics().get(0).partitions()).hasSize(50_000);
        assertThat(request.maxBytes()).isEqualTo(OPTIONS.maxBytes());
    }
}
