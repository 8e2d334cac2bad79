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

    /** Asks leaders; a partition that does not answer in some seconds is not in the answer. */
    CompletableFuture<Map<TopicPartition, LogRange>> ranges(Set<TopicPartition> partitions);
}
