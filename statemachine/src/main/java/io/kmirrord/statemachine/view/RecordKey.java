// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.view;

import io.kmirrord.statemachine.PartitionId;
import java.util.UUID;

/** Key of a record of {@code __mirror_state}. One writer each. Immutable. */
public sealed interface RecordKey {

    /** Says whose format a topic is in: the first record of partition 0. */
    record Magic() implements RecordKey {}

    /**
     * A revision of a mirror's definition; the greatest (revision, operationId) wins.
     *
     * @param operationId makes two operators who write the same revision two writers of two keys
     */
    record Mirror(String mirror, int revision, String operationId) implements RecordKey {}

    /** A revision of what is wished for a topic; see {@link io.kmirrord.statemachine.Wish#replaces}. */
    record MirrorTopic(String mirror, String topic, long generation, int revision, String operationId)
            implements RecordKey {}

    /** State of a partition under one leadership; its writer is the daemon beside that leader. */
    record MirrorPartitionState(String mirror, UUID topicId, int partition, long generation, int leaderEpoch)
            implements RecordKey {
        public PartitionId id() {
            return new PartitionId(mirror, topicId, partition);
        }
    }

    /** A request; written once, by who asks. */
    record Request(String mirror, String requestId) implements RecordKey {}

    /** What came of a request; written once, by who did it. A request that has one is done. */
    record RequestOutcome(String mirror, String requestId) implements RecordKey {}

    /** What an operator did; written once. */
    record Operation(String mirror, String operationId) implements RecordKey {}

    /** What came of it; written once. */
    record OperationOutcome(String mirror, String operationId) implements RecordKey {}

    /** Another topic, whose export was imported into this one; written by who imports. Lies in partition 0. */
    record RestoredFrom(UUID topicId) implements RecordKey {}

    /**
     * Records that a cut removed, saved in a file on one host; its writer is the daemon of the node whose host holds it.
     *
     * @param salvageId {@code <topic>-<partition>/<generation>-<leader epoch>-<step>}
     */
    record Salvage(String mirror, String salvageId) implements RecordKey {}

    /** Where the source has a topic from; its writer is the daemon with the mirror's duties. */
    record Lineage(String mirror, String topic) implements RecordKey {}

    /**
     * Consumer group offsets of a topic were synced in this generation; its writer is the daemon with the mirror's duties.
     * Another that had them before writes nothing else under it.
     */
    record GroupSync(String mirror, String topic, long generation) implements RecordKey {}

    /** The same of the start offsets of share groups. */
    record ShareGroupSync(String mirror, String topic, long generation) implements RecordKey {}

    /**
     * Configs of a topic that were taken from the source in this generation; its writer is the daemon with the mirror's
     * duties.
     */
    record ConfigSync(String mirror, String topic, long generation) implements RecordKey {}

    /**
     * ACLs of a resource pattern that a mirror added at the destination; its writer is the daemon with the mirror's duties.
     *
     * @param sinceGeneration of the mirror's definition: a later mirror of the same name did not add them
     * @param resourceType as Kafka names it, such as TOPIC
     * @param patternType LITERAL or PREFIXED
     * @param resourceName of the pattern
     */
    record AclSync(String mirror, long sinceGeneration, String resourceType, String patternType, String resourceName)
            implements RecordKey {}

    /**
     * What the daemon of a node, which has the mirror's duties, does not sync.
     *
     * @param subject of the sync, such as {@code groups}; each reports for itself
     */
    record SyncReport(String mirror, String subject, int nodeId) implements RecordKey {}

    /** Sign of life of the daemon beside a node; its own writer. */
    record Heartbeat(int nodeId) implements RecordKey {}
}
