// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.ControllerMembers;
import io.kmirrord.bridge.kafka.KnownReplicas;
import io.kmirrord.bridge.kafka.KnownReplicasText;
import io.kmirrord.bridge.kafka.KnownReplicasText.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.controller.QuorumController;
import org.apache.kafka.metadata.PartitionRegistration;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.jspecify.annotations.Nullable;

/** Writes at the controller whose logs are good (F16), on its event thread. Stateless. */
final class KnownReplicaRecords {
    private KnownReplicaRecords() {}

    /** Returns what has to be written so that the partitions of a topic are known as they are now assigned. */
    static List<ApiMessageAndVersion> updateAll(ControllerMembers members, QuorumController controller, Uuid topicId) {
        ControllerMembers.TopicState topic = members.topic(controller, topicId);
        List<ApiMessageAndVersion> records = new ArrayList<>();
        int partitions = topic == null ? 0 : topic.partitions();
        for (int first = 0; first < partitions; first += KnownReplicasText.PARTITIONS_PER_KEY) {
            update(members, controller, Place.of(topicId, first), records);
        }
        return records;
    }

    /**
     * Adds what has to be written for the partitions of one place. A value that cannot be read is left alone: it is
     * another bridge's, and a missing one only keeps cuts from being made.
     */
    static void update(
            ControllerMembers members, QuorumController controller, Place place, List<ApiMessageAndVersion> records) {
        String text = FenceRecords.value(members, controller, place.key());
        ControllerMembers.TopicState topic = members.topic(controller, place.topicId());
        int partitions = topic == null ? 0 : topic.partitions();
        if (place.firstPartition() >= partitions) {
            if (text != null) {
                records.add(FenceRecords.config(place.key(), null));
            }
            return;
        }
        SortedMap<Integer, KnownReplicas> present = parse(text);
        if (present == null) {
            return;
        }
        SortedMap<Integer, KnownReplicas> next = new TreeMap<>();
        int end = Math.min(partitions, place.firstPartition() + KnownReplicasText.PARTITIONS_PER_KEY);
        for (int partition = place.firstPartition(); partition < end; partition++) {
            PartitionRegistration now = members.partition(controller, place.topicId(), partition);
            if (now != null) {
                next.put(partition, KnownReplicas.next(present.get(partition), now));
            }
        }
        String nextText = KnownReplicasText.of(next);
        if (!nextText.equals(text)) {
            records.add(FenceRecords.config(place.key(), nextText));
        }
    }

    private static @Nullable SortedMap<Integer, KnownReplicas> parse(@Nullable String text) {
        try {
            return text == null ? new TreeMap<>() : KnownReplicasText.parse(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns what goes with a topic that is being created: all its replicas are trusted. */
    static List<ApiMessageAndVersion> created(Uuid topicId, List<PartitionRecord> partitions) {
        Map<Place, SortedMap<Integer, KnownReplicas>> places =
                new TreeMap<>(java.util.Comparator.comparingInt(Place::number));
        for (PartitionRecord partition : partitions) {
            places.computeIfAbsent(Place.of(topicId, partition.partitionId()), place -> new TreeMap<>())
                    .put(partition.partitionId(), KnownReplicas.allOf(partition.replicas()));
        }
        List<ApiMessageAndVersion> records = new ArrayList<>();
        places.forEach((place, known) -> records.add(FenceRecords.config(place.key(), KnownReplicasText.of(known))));
        return records;
    }
}
