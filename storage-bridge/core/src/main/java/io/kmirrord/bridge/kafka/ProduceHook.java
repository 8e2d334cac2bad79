// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import io.kmirrord.bridge.kafka.HookTarget.ProduceSplit;
import io.kmirrord.bridge.wire.Phase;
import java.util.HashMap;
import java.util.Map;
import kafka.cluster.Partition;
import kafka.server.ReplicaManager;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.ProduceResponse.PartitionResponse;
import org.apache.kafka.storage.internals.log.AppendOrigin;
import org.jspecify.annotations.Nullable;
import scala.Function1;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.BoxedUnit;

/**
 * The first hook on produce requests: answers fenced partitions with a text that helps, keeps them from the
 * transaction coordinator, and lets the rest of a mixed request go on. The gate behind it is what holds. Thread-safe.
 */
final class ProduceHook {
    private final FenceView fences;
    private final Refusals refusals;

    ProduceHook(FenceView fences, Refusals refusals) {
        this.fences = fences;
        this.refusals = refusals;
    }

    /** Returns null if no partition of the request is refused. */
    @Nullable
    ProduceSplit split(
            ReplicaManager replicaManager,
            scala.collection.Map<TopicIdPartition, Object> entries,
            Function1<scala.collection.Map<TopicIdPartition, PartitionResponse>, BoxedUnit> callback) {
        if (!fences.anyFence()) {
            return null;
        }
        Map<TopicIdPartition, Object> rest = new HashMap<>();
        Map<TopicIdPartition, PartitionResponse> refused = new HashMap<>();
        CollectionConverters.asJava(entries).forEach((partition, records) -> {
            PartitionResponse refusal = refusal(replicaManager, partition);
            if (refusal == null) {
                rest.put(partition, records);
            } else {
                refused.put(partition, refusal);
            }
        });
        if (refused.isEmpty()) {
            return null;
        }
        scala.collection.Map<TopicIdPartition, PartitionResponse> answers = CollectionConverters.asScala(refused);
        if (rest.isEmpty()) {
            callback.apply(answers);
            return new ProduceSplit(null, callback);
        }
        Function1<scala.collection.Map<TopicIdPartition, PartitionResponse>, BoxedUnit> merging = others -> {
            Map<TopicIdPartition, PartitionResponse> all = new HashMap<>(refused);
            all.putAll(CollectionConverters.asJava(others));
            return callback.apply(CollectionConverters.asScala(all));
        };
        return new ProduceSplit(CollectionConverters.asScala(rest), merging);
    }

    private @Nullable PartitionResponse refusal(ReplicaManager replicaManager, TopicIdPartition partition) {
        FenceEntry fence = fences.entry(topicId(replicaManager, partition));
        String topic = partition.topic();
        if (fence == null || Topic.isInternal(topic)) {
            return null;
        }
        Phase phase = fence.phaseOf(partition.partition());
        return switch (GateDecision.of(phase, AppendOrigin.CLIENT)) {
            case REFUSE ->
                answer(Errors.POLICY_VIOLATION, refusals.produce(topic, FenceText.refusal(topic, fence, phase)));
            case DELAY ->
                answer(Errors.NOT_ENOUGH_REPLICAS, refusals.delayedProduce(topic, FenceText.delay(topic, fence)));
            case PASS, RESET_AND_PASS, SWALLOW -> null;
        };
    }

    private static PartitionResponse answer(Errors error, String message) {
        return new PartitionResponse(error, message);
    }

    /** A request by name may carry the zero id while the partition is there: then the partition knows its id (F5). */
    private static Uuid topicId(ReplicaManager replicaManager, TopicIdPartition partition) {
        if (!partition.topicId().equals(Uuid.ZERO_UUID)) {
            return partition.topicId();
        }
        Option<Partition> local = replicaManager.onlinePartition(partition.topicPartition());
        Option<Uuid> id = local.isEmpty() ? Option.empty() : local.get().topicId();
        return id.isEmpty() ? Uuid.ZERO_UUID : id.get();
    }
}
