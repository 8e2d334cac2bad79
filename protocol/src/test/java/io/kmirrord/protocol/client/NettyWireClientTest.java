// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.Endpoint;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.FetchPosition;
import io.kmirrord.protocol.FetchResult;
import io.kmirrord.protocol.FetchSession;
import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.PartitionLeader;
import io.kmirrord.protocol.TopicSelection;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.protocol.WireConfig;
import io.kmirrord.protocol.WireException;
import io.kmirrord.protocol.net.NettyResources;
import io.kmirrord.testkit.fault.ClosedPort;
import io.kmirrord.testkit.process.Poll;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.NodeEndpoint;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The client against a broker that follows a script. */
final class NettyWireClientTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Uuid ID = new Uuid(5, 5);
    private static final TopicIdPartition A0 = new TopicIdPartition(ID, 0, "a");
    private static final TopicIdPartition A1 = new TopicIdPartition(ID, 1, "a");
    private static final FetchOptions OPTIONS = new FetchOptions(100, 1, 10_000);

    private final FakeBroker broker = new FakeBroker();
    private final NettyResources resources = NettyResources.start(1, 20_000);
    private final WireClient client = NettyWireClient.create(
            WireConfig.of(List.of(broker.address()), "test", new Random(1))
                    .withTimeouts(Duration.ofSeconds(5), Duration.ofSeconds(2), Duration.ofSeconds(5)),
            resources);

    @AfterEach
    void close() {
        client.close();
        assertThat(Poll.until(LIMIT, () -> resources.budget().reservedBytes() == 0))
                .isTrue();
        resources.close();
        broker.close();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private static WireException failure(CompletableFuture<?> future) throws Exception {
        try {
            Object value = future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            throw new AssertionError("no failure but " + value);
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(WireException.class);
            return e.getCause() instanceof WireException wire ? wire : new WireException(Errors.NONE, "");
        }
    }

    private FetchSession session() throws Exception {
        get(client.metadata(TopicSelection.none()));
        return client.openSession(1, OPTIONS);
    }

    private static List<FetchPosition> at(TopicIdPartition partition, long offset) {
        return List.of(new FetchPosition(partition, offset, 3, 2, 5_000));
    }

    private static MemoryRecords records(int bytes) {
        return MemoryRecords.withRecords(Compression.NONE, new SimpleRecord(new byte[bytes]));
    }

    private static PartitionData data(int partition, MemoryRecords records) {
        return new PartitionData()
                .setPartitionIndex(partition)
                .setHighWatermark(77)
                .setRecords(records);
    }

    private static FetchResponseData fetched(int sessionId, PartitionData... partitions) {
        FetchResponseData answer = new FetchResponseData().setSessionId(sessionId);
        answer.responses().add(new FetchableTopicResponse().setTopicId(ID).setPartitions(List.of(partitions)));
        return answer;
    }

    /** Ordinary answers, but fetches get these in turn, the last one again and again. */
    private void fetchAnswers(FetchResponseData... answers) {
        AtomicInteger next = new AtomicInteger();
        broker.script(request -> {
            if (farewell(request)) {
                request.answer(new FetchResponseData());
            } else if (request.api() == ApiMessageType.FETCH) {
                request.answer(answers[Math.min(next.getAndIncrement(), answers.length - 1)]);
            } else {
                broker.ordinary(request);
            }
        });
    }

    /** The request that ends a session: it may come at any time after the close. */
    private static boolean farewell(FakeBroker.Received request) {
        return request.body() instanceof FetchRequestData fetch && fetch.sessionEpoch() < 0;
    }

    @Test
    void aBrokerThatRefusesOurApiVersionsIsAskedInOneItSpeaks() throws Exception {
        for (int newest : new int[] {0, 2, 3}) {
            try (FakeBroker old = new FakeBroker();
                    WireClient other = NettyWireClient.create(
                            WireConfig.of(List.of(old.address()), "test", new Random(1)), resources)) {
                old.newestApiVersions(newest);
                ClusterMetadata metadata = get(other.metadata(TopicSelection.none()));
                assertThat(metadata.clusterId()).isEqualTo("fake-cluster");
                assertThat(old.received(ApiMessageType.API_VERSIONS)).hasSize(2);
                assertThat(old.received(ApiMessageType.API_VERSIONS).get(1).version())
                        .isEqualTo((short) newest);
            }
        }
    }

    @Test
    void weSayWhoWeAre() throws Exception {
        get(client.metadata(TopicSelection.none()));
        ApiVersionsRequestData hello = (ApiVersionsRequestData)
                broker.received(ApiMessageType.API_VERSIONS).get(0).body();
        assertThat(hello.clientSoftwareName()).isEqualTo("kmirrord");
    }

    @Test
    void f21AnAnswerOfAnotherClusterIsRefused() throws Exception {
        get(client.metadata(TopicSelection.none()));
        broker.clusterId("another");
        WireException error = failure(client.metadata(TopicSelection.none()));
        assertThat(error.category()).isEqualTo(ErrorCategory.FATAL);
        assertThat(error).hasMessageContaining("another").hasMessageContaining("fake-cluster");
        assertThat(client.clusterId()).hasValue("fake-cluster");
    }

    @Test
    void recordsAreWholeBatchesAndTheRestOfTheAnswerIsGone() throws Exception {
        MemoryRecords whole = records(100);
        ByteBuffer cut = ByteBuffer.allocate(whole.sizeInBytes() + 30);
        cut.put(whole.buffer().duplicate()).put(whole.buffer().slice(0, 30)).flip();
        fetchAnswers(fetched(4, data(0, MemoryRecords.readableRecords(cut)), data(1, MemoryRecords.EMPTY)));
        try (FetchSession session = session();
                FetchResult result =
                        get(session.fetch(List.of(at(A0, 5).get(0), at(A1, 6).get(0)), List.of()))) {
            FetchedPartition first = result.partitions().get(0);
            assertThat(first.records().nioBuffer()).isEqualTo(whole.buffer());
            assertThat(first.position().fetchOffset()).isEqualTo(5);
            assertThat(first.highWatermark()).isEqualTo(77);
            assertThat(result.partitions().get(1).records().isReadable()).isFalse();
            assertThat(resources.budget().reservedBytes()).isEqualTo(result.sizeInBytes());
            first.close();
            assertThatThrownBy(first::records).isInstanceOf(IllegalStateException.class);
            assertThat(resources.budget().reservedBytes()).isZero();
        }
    }

    @Test
    void onePartitionWithCorruptDataDoesNotStopTheOthers() throws Exception {
        ByteBuffer corrupt = ByteBuffer.allocate(64);
        corrupt.putInt(8, -5);
        fetchAnswers(fetched(4, data(0, MemoryRecords.readableRecords(corrupt)), data(1, records(10))));
        try (FetchSession session = session();
                FetchResult result =
                        get(session.fetch(List.of(at(A0, 5).get(0), at(A1, 6).get(0)), List.of()))) {
            assertThat(result.partitions().get(0).error()).isEqualTo(Errors.CORRUPT_MESSAGE);
            assertThat(result.partitions().get(1).error()).isEqualTo(Errors.NONE);
            assertThat(result.partitions().get(1).records().isReadable()).isTrue();
        }
    }

    @Test
    void theNextFetchGoesOutWhileTheLastAnswerIsStillHeld() throws Exception {
        fetchAnswers(fetched(4, data(0, records(100))));
        try (FetchSession session = session();
                FetchResult first = get(session.fetch(at(A0, 5), List.of()));
                FetchResult second = get(session.fetch(at(A0, 6), List.of()))) {
            assertThat(first.partitions().get(0).records().isReadable()).isTrue();
            assertThat(second.partitions().get(0).position().fetchOffset()).isEqualTo(6);
        }
    }

    @Test
    void oneFetchAtATimeOnly() throws Exception {
        broker.script(request -> {
            if (request.api() != ApiMessageType.FETCH) {
                broker.ordinary(request);
            }
        });
        FetchSession session = session();
        CompletableFuture<FetchResult> first = session.fetch(at(A0, 5), List.of());
        assertThatThrownBy(() -> session.fetch(at(A0, 5), List.of())).isInstanceOf(IllegalStateException.class);
        session.close();
        assertThat(failure(first)).hasMessageContaining("was closed");
    }

    @Test
    void nothingIsFetchedBeyondTheBudget() throws Exception {
        fetchAnswers(fetched(4, data(0, records(6_000))));
        try (FetchSession a = session();
                FetchSession b = session();
                FetchSession c = session()) {
            FetchResult first = get(a.fetch(at(A0, 5), List.of()));
            FetchResult second = get(b.fetch(at(A0, 5), List.of()));
            CompletableFuture<FetchResult> third = c.fetch(at(A0, 5), List.of());
            assertThat(Poll.until(LIMIT, () -> resources.budget().waiting() == 1))
                    .isTrue();
            assertThat(broker.received(ApiMessageType.FETCH)).hasSize(2);
            first.close();
            get(third).close();
            second.close();
        }
    }

    @Test
    void anAnswerLargerThanAskedForIsTakenAndCounted() throws Exception {
        fetchAnswers(fetched(4, data(0, records(50_000))));
        try (FetchSession session = session();
                FetchResult result = get(session.fetch(at(A0, 5), List.of()))) {
            assertThat(result.sizeInBytes()).isGreaterThan(50_000);
            assertThat(resources.budget().reservedBytes()).isEqualTo(result.sizeInBytes());
        }
    }

    @Test
    void aSessionThatTheBrokerForgotIsSetUpAnewUnseen() throws Exception {
        for (Errors error : List.of(
                Errors.FETCH_SESSION_ID_NOT_FOUND,
                Errors.INVALID_FETCH_SESSION_EPOCH,
                Errors.FETCH_SESSION_TOPIC_ID_ERROR)) {
            fetchAnswers(
                    fetched(4, data(0, records(10))),
                    new FetchResponseData().setErrorCode(error.code()),
                    fetched(5, data(0, records(10))));
            try (FetchSession session = session()) {
                get(session.fetch(at(A0, 5), List.of())).close();
                get(session.fetch(at(A0, 6), List.of())).close();
                List<FetchRequestData> fetches = broker.received(ApiMessageType.FETCH).stream()
                        .filter(r -> !farewell(r))
                        .map(r -> (FetchRequestData) r.body())
                        .toList();
                FetchRequestData last = fetches.get(fetches.size() - 1);
                assertThat(last.sessionEpoch()).as(error.name()).isZero();
                assertThat(last.topics().get(0).partitions().get(0).fetchOffset())
                        .isEqualTo(6);
            }
        }
    }

    @Test
    void aLostConnectionFailsTheFetchAndTheNextOneNamesEverything() throws Exception {
        AtomicInteger fetches = new AtomicInteger();
        broker.script(request -> {
            if (request.api() == ApiMessageType.FETCH && fetches.incrementAndGet() == 2) {
                request.disconnect();
            } else if (request.api() == ApiMessageType.FETCH) {
                request.answer(fetched(4, data(0, records(10))));
            } else {
                broker.ordinary(request);
            }
        });
        try (FetchSession session = session()) {
            get(session.fetch(at(A0, 5), List.of())).close();
            WireException lost = failure(session.fetch(at(A0, 6), List.of()));
            assertThat(lost.category()).isEqualTo(ErrorCategory.RETRY);
            assertThat(resources.budget().reservedBytes()).isZero();
            get(session.fetch(List.of(), List.of())).close();
            FetchRequestData last = (FetchRequestData)
                    broker.received(ApiMessageType.FETCH).get(2).body();
            assertThat(last.topics().get(0).partitions().get(0).fetchOffset()).isEqualTo(6);
        }
    }

    @Test
    void hostileBytesFailTheFetchWithoutTakingMemory() throws Exception {
        for (int length : new int[] {-1, Integer.MIN_VALUE, 3, Integer.MAX_VALUE}) {
            broker.script(request -> {
                if (request.api() == ApiMessageType.FETCH) {
                    request.send(Unpooled.buffer().writeInt(length).writeInt(1));
                } else {
                    broker.ordinary(request);
                }
            });
            try (FetchSession session = session()) {
                WireException error = failure(session.fetch(at(A0, 5), List.of()));
                assertThat(error).hasMessageContaining(length + " bytes").hasMessageContaining("max frame size");
                assertThat(error.category()).isEqualTo(ErrorCategory.RETRY);
            }
        }
    }

    @Test
    void aHintAboutTheLeaderIsTakenUp() throws Exception {
        PartitionData moved = data(0, MemoryRecords.EMPTY).setErrorCode(Errors.NOT_LEADER_OR_FOLLOWER.code());
        moved.currentLeader().setLeaderId(8).setLeaderEpoch(12);
        FetchResponseData answer = fetched(4, moved);
        answer.nodeEndpoints()
                .add(new NodeEndpoint()
                        .setNodeId(8)
                        .setHost(broker.address().host())
                        .setPort(broker.address().port()));
        fetchAnswers(answer);
        try (FetchSession session = session();
                FetchResult result = get(session.fetch(at(A0, 5), List.of()))) {
            FetchedPartition partition = result.partitions().get(0);
            assertThat(partition.error()).isEqualTo(Errors.NOT_LEADER_OR_FOLLOWER);
            assertThat(partition.leaderHint()).isNotNull();
            assertThat(client.leader(new TopicPartition("a", 0))).hasValue(new PartitionLeader(8, 12));
        }
        fetchAnswers(fetched(6, data(0, records(10))));
        try (FetchSession there = client.openSession(8, OPTIONS)) {
            get(there.fetch(at(A0, 5), List.of())).close();
        }
    }

    @Test
    void aStaleLeaderWithoutAHintRefreshesTheMetadata() throws Exception {
        fetchAnswers(fetched(4, data(0, MemoryRecords.EMPTY).setErrorCode(Errors.FENCED_LEADER_EPOCH.code())));
        try (FetchSession session = session();
                FetchResult result = get(session.fetch(at(A0, 5), List.of()))) {
            assertThat(result.partitions()).hasSize(1);
            assertThat(Poll.until(LIMIT, () -> asked("a"))).isTrue();
        }
    }

    private boolean asked(String topic) {
        return broker.received(ApiMessageType.METADATA).stream()
                .map(request -> (MetadataRequestData) request.body())
                .anyMatch(request -> request.topics().stream().anyMatch(asked -> topic.equals(asked.name())));
    }

    @Test
    void f21WhereAnotherClusterAnswersNothingIsFetched() throws Exception {
        try (FetchSession session = session()) {
            broker.clusterId("another");
            WireException error = failure(session.fetch(at(A0, 5), List.of()));
            assertThat(error.error()).isEqualTo(Errors.INCONSISTENT_CLUSTER_ID);
            assertThat(error).hasMessageContaining("another").hasMessageContaining("fake-cluster");
            assertThat(broker.received(ApiMessageType.FETCH)).isEmpty();
        }
    }

    @Test
    void noFetchLeavesDuringTheThrottleTimeOfTheSource() throws Exception {
        fetchAnswers(fetched(4, data(0, records(10))).setThrottleTimeMs(60_000));
        try (FetchSession session = session()) {
            get(session.fetch(at(A0, 5), List.of())).close();
            CompletableFuture<FetchResult> held = session.fetch(at(A0, 6), List.of());
            assertThatThrownBy(() -> held.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(broker.received(ApiMessageType.FETCH)).hasSize(1);
            assertThat(resources.budget().reservedBytes())
                    .as("waiting takes no budget")
                    .isZero();
        }
    }

    @Test
    void aPartitionThatWasNotAskedForFailsTheFetch() throws Exception {
        fetchAnswers(fetched(4, data(9, records(10))));
        try (FetchSession session = session()) {
            assertThat(failure(session.fetch(at(A0, 5), List.of()))).hasMessageContaining("not in the session");
            assertThat(resources.budget().reservedBytes()).isZero();
        }
    }

    @Test
    void aClosedClientFailsWhatIsAskedOfIt() throws Exception {
        get(client.metadata(TopicSelection.none()));
        client.close();
        assertThat(failure(client.metadata(TopicSelection.none())).category()).isEqualTo(ErrorCategory.FATAL);
        FetchSession session = client.openSession(1, OPTIONS);
        assertThat(failure(session.fetch(at(A0, 5), List.of())).category()).isEqualTo(ErrorCategory.FATAL);
    }

    @Test
    void aFetchThatWaitsForItsNextConnectFailsWithTheClose() throws Exception {
        FetchSession session = session();
        broker.close();
        for (int i = 0; i < 8; i++) {
            assertThat(failure(session.fetch(at(A0, 5), List.of())).category()).isEqualTo(ErrorCategory.RETRY);
        }
        CompletableFuture<FetchResult> waiting = session.fetch(at(A0, 5), List.of());
        client.close();
        assertThat(failure(waiting)).hasMessageContaining("closed");
    }

    @Test
    void whenNobodyAnswersEveryAddressIsNamed() throws Exception {
        try (ClosedPort port = new ClosedPort()) {
            Endpoint nobody = new Endpoint("127.0.0.1", port.port());
            WireConfig config = WireConfig.of(List.of(nobody), "test", new Random(1));
            try (WireClient other = NettyWireClient.create(config, resources)) {
                WireException error = failure(other.metadata(TopicSelection.none()));
                assertThat(error.category()).isEqualTo(ErrorCategory.RETRY);
                assertThat(error)
                        .hasMessageContaining("no broker answered")
                        .hasMessageContaining("bootstrap address " + nobody)
                        .hasMessageContaining("unreachable from this host");
            }
        }
    }
}
