// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.bridge.wire.Response;
import io.kmirrord.daemon.copy.Failures;
import io.kmirrord.daemon.copy.LastBatch;
import io.kmirrord.daemon.copy.Obstacles;
import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.protocol.BatchHeader;
import io.kmirrord.protocol.EpochEnd;
import io.kmirrord.protocol.EpochQuery;
import io.kmirrord.protocol.ListedOffset;
import io.kmirrord.protocol.OffsetSpec;
import io.kmirrord.protocol.RecordBatches;
import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.SourcePosition;
import io.kmirrord.statemachine.Tail;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.Errors;

/** Effects that ask the source, some of them about the local log too. Thread-safe. */
final class SourceEffects {
    private static final int COMPARE_BYTES = 1 << 20;

    private final BridgeEffects local;
    private final SourceAccess sources;

    SourceEffects(BridgeEffects local, SourceAccess sources) {
        this.local = local;
        this.sources = sources;
    }

    CompletableFuture<Event> position(Place place, Effect.ReadSourcePosition effect) {
        return source(place)
                .thenCompose(source -> source.topic(place).thenCompose(topic -> {
                    SourceTopic.Partition partition = partition(topic, place);
                    return source.position(place)
                            .thenCombine(
                                    earliest(source, name(place), partition.epoch()),
                                    (position, start) ->
                                            positionRead(effect.id(), position, source, partition.epoch(), start));
                }));
    }

    private static Event positionRead(
            EffectId id, SourcePosition position, SourceHandle source, int leaderEpoch, long logStart) {
        return new Event.PositionRead(id, position, source.clusterId(), leaderEpoch, logStart);
    }

    /**
     * Returns the partition there, which has a leader.
     *
     * @throws CompletionException of an {@link EffectFailure}
     */
    static SourceTopic.Partition partition(SourceTopic topic, Place place) {
        SourceTopic.Partition partition = topic.partitions().get(place.id().partition());
        if (partition == null) {
            Failure missing = Obstacles.missingPartition(topic);
            throw new CompletionException(new EffectFailure(missing.code(), missing.detail()));
        }
        if (partition.leaderId() < 0) {
            throw new CompletionException(
                    new EffectFailure(FailureCode.SOURCE_UNREACHABLE, "the source has no leader for " + name(place)));
        }
        return partition;
    }

    private static CompletableFuture<Long> earliest(SourceHandle source, TopicPartition name, int epoch) {
        return source.client()
                .listOffsets(Map.of(name, OffsetSpec.earliest().fencedBy(epoch)), IsolationLevel.READ_UNCOMMITTED)
                .thenApply(answers -> {
                    ListedOffset listed = answers.get(name);
                    check(listed == null ? Errors.UNKNOWN_SERVER_ERROR : listed.error(), "log start of " + name);
                    return listed == null ? -1 : listed.offset();
                });
    }

    private static void check(Errors error, String what) {
        if (error != Errors.NONE) {
            throw new CompletionException(refused(error, what + " cannot be had: " + error));
        }
    }

    /**
     * For an answer about a topic whose id was confirmed just before: a broker that does not know the id yet is no sign that
     * the topic is another.
     */
    static EffectFailure refused(Errors error, String text) {
        FailureCode code = Failures.ofSource(error);
        return new EffectFailure(
                code == FailureCode.SOURCE_TOPIC_RECREATED ? FailureCode.SOURCE_UNREACHABLE : code, text);
    }

    /** Id of the source's cluster as far as it is known; never fails, and does not wait for the source. */
    CompletableFuture<Optional<String>> clusterId(Place place) {
        return source(place)
                .handle((source, problem) ->
                        source == null || source.clusterId().isEmpty()
                                ? Optional.empty()
                                : Optional.of(source.clusterId()));
    }

    private CompletableFuture<SourceHandle> source(Place place) {
        return sources.of(place.id().mirror());
    }

    CompletableFuture<Event> epochEnd(Place place, Effect.AskSourceEpoch effect) {
        return source(place)
                .thenCompose(
                        source -> source.topic(place).thenCompose(topic -> epochEnd(source, topic, place, effect)));
    }

    private static CompletableFuture<Event> epochEnd(
            SourceHandle source, SourceTopic topic, Place place, Effect.AskSourceEpoch effect) {
        TopicPartition name = name(place);
        EpochQuery query = new EpochQuery(partition(topic, place).epoch(), effect.epoch());
        return source.client().endOffsetsForEpoch(Map.of(name, query)).thenApply(answers -> {
            EpochEnd end = answers.get(name);
            check(end == null ? Errors.UNKNOWN_SERVER_ERROR : end.error(), "end of epoch " + effect.epoch());
            return end == null
                    ? new Event.EpochAnswered(effect.id(), -1, -1)
                    : new Event.EpochAnswered(effect.id(), end.leaderEpoch(), end.endOffset());
        });
    }

    /** The epoch of what follows a cut: of the first source batch there, without one the source's leader epoch. */
    CompletableFuture<Integer> nextEpoch(Place place, long offset) {
        return source(place)
                .thenCompose(source -> source.topic(place).thenCompose(topic -> {
                    SourceTopic.Partition partition = partition(topic, place);
                    return earliest(source, name(place), partition.epoch())
                            .thenCompose(start -> source.batchAt(place, topic, Math.max(offset, start)))
                            .thenApply(
                                    batch -> batch.map(BatchHeader::leaderEpoch).orElse(partition.epoch()));
                }));
    }

    CompletableFuture<Event> compareTail(Place place, Effect.CompareTail effect) {
        return lastBatch(place).thenApply(last -> new Event.TailCompared(effect.id(), last.tail()));
    }

    /** The last local batch against the source's at the same offset (F15). */
    CompletableFuture<LastBatch> lastBatch(Place place) {
        return local.describe(place.partition()).thenCompose(log -> compareAt(place, log, log.logEndOffset() - 1));
    }

    /**
     * Confirms that the topic there is the one that was copied. Where it has no id, the first batch that both may hold tells:
     * the first one here that the source has not removed.
     */
    CompletableFuture<Void> confirmTopic(Place place) {
        return source(place)
                .thenCompose(source -> source.topic(place).thenCompose(topic -> {
                    if (topic.kafkaId()) {
                        return CompletableFuture.completedFuture(null);
                    }
                    int epoch = partition(topic, place).epoch();
                    return earliest(source, name(place), epoch)
                            .thenCompose(start -> local.describe(place.partition())
                                    .thenCompose(log -> compareAt(place, log, Math.max(start, log.logStartOffset()))))
                            .thenAccept(SourceEffects::requireSame);
                }));
    }

    private static void requireSame(LastBatch first) {
        if (first.tail() == Tail.DIFFERENT) {
            throw new CompletionException(new EffectFailure(
                    FailureCode.SOURCE_TOPIC_RECREATED,
                    "the first batch that both have is another at the source, which has no topic ids: the topic was deleted and "
                            + "created anew there"));
        }
    }

    /** The local batch that holds an offset against the source's. */
    private CompletableFuture<LastBatch> compareAt(Place place, Response.PartitionDescription log, long offset) {
        boolean compacted = log.compacted();
        if (offset < log.logStartOffset() || offset >= log.logEndOffset()) {
            return CompletableFuture.completedFuture(new LastBatch(Tail.ABSENT, null, compacted));
        }
        return local.read(place, offset, COMPARE_BYTES).thenCompose(records -> {
            List<BatchHeader> headers = RecordBatches.headers(Unpooled.wrappedBuffer(records.records()));
            return headers.isEmpty()
                    ? CompletableFuture.completedFuture(new LastBatch(Tail.ABSENT, null, compacted))
                    : compare(place, offset, headers.get(0), compacted);
        });
    }

    private CompletableFuture<LastBatch> compare(Place place, long offset, BatchHeader ours, boolean compacted) {
        return source(place)
                .thenCompose(source -> source.topic(place).thenCompose(topic -> source.batchAt(place, topic, offset)))
                .thenApply(theirs -> new LastBatch(
                        theirs.map(batch -> LastBatch.compare(ours, batch, compacted))
                                .orElse(Tail.ABSENT),
                        ours,
                        compacted));
    }

    static TopicPartition name(Place place) {
        return new TopicPartition(place.topic(), place.id().partition());
    }
}
