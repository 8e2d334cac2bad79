// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;

/** A cluster asked for its consumer groups and for where its logs begin and end. Thread-safe; does not block. */
public interface ClusterGroups {

    /** Asks every coordinator for the groups that our principal may describe. */
    CompletableFuture<GroupList> list();

    /** Asks for all offsets of groups. */
    CompletableFuture<GroupOffsets> offsets(Set<String> groups);

    /** Asks leaders where logs begin; one that does not answer in some seconds failed. */
    CompletableFuture<LogStarts> logStarts(Set<TopicPartition> partitions);

    /** Asks leaders where logs begin and end; one that does not answer in some seconds failed. */
    CompletableFuture<LogRanges> logs(Set<TopicPartition> partitions);

    /** The same, without those that failed. */
    default CompletableFuture<Map<TopicPartition, LogRange>> ranges(Set<TopicPartition> partitions) {
        return logs(partitions).thenApply(LogRanges::ranges);
    }
}
