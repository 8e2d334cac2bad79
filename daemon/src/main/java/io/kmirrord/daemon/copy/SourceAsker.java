// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.protocol.EpochEnd;
import io.kmirrord.protocol.EpochQuery;
import io.kmirrord.protocol.ListedOffset;
import io.kmirrord.protocol.OffsetSpec;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.protocol.WireException;
import io.kmirrord.statemachine.Tail;
import io.kmirrord.statetopic.kafka.Problems;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/** The two questions to the source that are no fetch. Thread-safe; sinks are called on an event loop. */
final class SourceAsker {
    private final WireClient source;

    SourceAsker(WireClient source) {
        this.source = source;
    }

    void checkTail(TopicPartition partition, CopyEffect.CheckTail check, Consumer<CopyEvent> sink) {
        long attempt = check.attempt();
        CompletableFuture<?> unused = source.endOffsetsForEpoch(
                        Map.of(partition, new EpochQuery(check.sourceLeaderEpoch(), check.epoch())))
                .whenComplete((answers, problem) -> {
                    EpochEnd end = answers == null ? null : answers.get(partition);
                    if (end != null && end.error() == Errors.NONE) {
                        sink.accept(
                                new CopyEvent.TailChecked(attempt, end.leaderEpoch(), end.endOffset(), Tail.ABSENT));
                    } else {
                        sink.accept(failed(attempt, "end of epoch", end == null ? null : end.error(), problem));
                    }
                });
    }

    void listOffsets(TopicPartition partition, CopyEffect.ListOffsets list, Consumer<CopyEvent> sink) {
        int epoch = list.sourceLeaderEpoch();
        CompletableFuture<Map<TopicPartition, ListedOffset>> earliest = list(partition, OffsetSpec.earliest(), epoch);
        CompletableFuture<Map<TopicPartition, ListedOffset>> latest = list(partition, OffsetSpec.latest(), epoch);
        CompletableFuture<?> unused = earliest.thenCombine(
                        latest, (first, last) -> offsets(partition, list.attempt(), first, last))
                .whenComplete((event, problem) ->
                        sink.accept(event == null ? failed(list.attempt(), "offsets", null, problem) : event));
    }

    private CompletableFuture<Map<TopicPartition, ListedOffset>> list(
            TopicPartition partition, OffsetSpec spec, int epoch) {
        return source.listOffsets(Map.of(partition, spec.fencedBy(epoch)), IsolationLevel.READ_UNCOMMITTED);
    }

    private static CopyEvent offsets(
            TopicPartition partition,
            long attempt,
            Map<TopicPartition, ListedOffset> earliest,
            Map<TopicPartition, ListedOffset> latest) {
        ListedOffset first = earliest.get(partition);
        ListedOffset last = latest.get(partition);
        if (first == null || last == null || first.error() != Errors.NONE || last.error() != Errors.NONE) {
            Errors error =
                    first == null ? null : first.error() == Errors.NONE && last != null ? last.error() : first.error();
            return failed(attempt, "offsets", error, null);
        }
        return new CopyEvent.OffsetsListed(attempt, first.offset(), last.offset());
    }

    private static CopyEvent failed(long attempt, String what, @Nullable Errors error, @Nullable Throwable problem) {
        if (error != null) {
            return new CopyEvent.SourceFailed(attempt, error, what + ": " + error);
        }
        Throwable cause = problem == null ? null : Problems.unwrap(problem);
        Errors code = cause instanceof WireException wire ? wire.error() : Errors.NONE;
        return new CopyEvent.SourceFailed(
                attempt, code, what + ": " + (cause == null ? "no answer for the partition" : cause.getMessage()));
    }
}
