// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import io.kmirrord.bridge.link.DeclaredMember;
import java.util.List;

/** Every private member of the broker that the bridge reaches by reflection. The link check covers them. */
public final class ReflectiveMembers {
    private static final String STORAGE = "org.apache.kafka.storage.internals.log.";

    public static final List<DeclaredMember> ALL = List.of(
            DeclaredMember.field("kafka.cluster.Partition", "leaderIsrUpdateLock", "L.*ReentrantReadWriteLock;"),
            DeclaredMember.field(STORAGE + "UnifiedLog", "lock", "Ljava/lang/Object;"),
            DeclaredMember.field(STORAGE + "ProducerStateManager", "producers", "Ljava/util/Map;"),
            DeclaredMember.field(STORAGE + "ProducerStateManager", "producerIdCount", "I"),
            DeclaredMember.field(STORAGE + "ProducerStateEntry", "batchMetadata", "Ljava/util/Deque;"));

    private ReflectiveMembers() {}
}
