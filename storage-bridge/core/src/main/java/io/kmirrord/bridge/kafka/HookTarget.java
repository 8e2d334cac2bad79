// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the code woven into the broker calls. No type of the broker shows here, so that this interface loads in any
 * JVM. Thread-safe. Except for the refusals that are returned, nothing is thrown into the broker: the caller catches.
 */
public interface HookTarget {

    /** The node is being built: first of all captures, on every node. */
    void sharedServerBuilt(Object sharedServer);

    void replicaManagerBuilt(Object replicaManager);

    void quorumControllerBuilt(Object quorumController);

    /** Before the broker applies a metadata image; on the thread that publishes metadata. */
    void beforeImage(Object delta, Object image);

    /** After the broker applied the image. */
    void afterImage(Object delta, Object image);

    /**
     * Decides on an append at the leader, under the partition's read lock.
     *
     * @param log the UnifiedLog
     * @param leaderEpoch of the leadership that appends
     * @param origin an AppendOrigin
     * @return null to append; else a RuntimeException to throw, or the LogAppendInfo to answer with, instead
     */
    @Nullable
    Object beforeAppend(Object log, int leaderEpoch, Object origin);

    /** Returns true if {@code makeLeader} must not record the start of its epoch in this log (F7). */
    boolean skipsEpochStart(Object log);

    /**
     * Answers where an epoch ends that a log does not know.
     *
     * @param log the UnifiedLog
     * @return an OffsetAndEpoch; empty to leave the question unanswered
     */
    Optional<?> endOfUnknownEpoch(Object log, int epoch);

    /** After {@code makeLeader}, with the partition's lock released. */
    void leaderMade(Object partition);

    /**
     * After {@code makeFollower}, before its fetcher starts; on the thread that publishes metadata.
     *
     * @param newLeaderEpoch true if the replica follows a leader epoch that it did not follow before
     */
    void followerMade(Object partition, boolean newLeaderEpoch);

    /** After a replica moved to another log dir took the place of the old one. */
    void logSwapped(Object partition);

    /**
     * Before a log start is raised; returns what to throw instead, or null to go on. A client's DeleteRecords comes
     * here under the partition's read lock, so that the fence of now decides, and the log exists: a request may have
     * waited while its partition was being made, or fenced (F5).
     *
     * @param reason the LogStartOffsetIncrementReason
     */
    @Nullable
    RuntimeException beforeLogStart(Object log, Object reason);

    /**
     * Splits a produce request.
     *
     * @param replicaManager the ReplicaManager
     * @param entries scala Map of TopicIdPartition to records
     * @param callback scala Function1 that takes the answers
     * @return null to go on with the request as it is
     */
    @Nullable
    ProduceSplit beforeProduce(Object replicaManager, Object entries, Object callback);

    /**
     * A produce request with fenced partitions.
     *
     * @param entries what is left of the request; null if nothing is, and the callback has been called
     * @param callback takes the answers of what is left and adds the refusals
     */
    record ProduceSplit(@Nullable Object entries, Object callback) {}
}
