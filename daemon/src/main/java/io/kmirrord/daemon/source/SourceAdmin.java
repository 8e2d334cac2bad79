// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.source;

import io.kmirrord.daemon.accounts.ClusterAccounts;
import io.kmirrord.daemon.acls.ClusterAcls;
import io.kmirrord.daemon.configs.ClusterConfigs;
import io.kmirrord.daemon.groups.ClusterGroups;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;

/** A source asked for what surrounds its records. Thread-safe, does not block. */
public interface SourceAdmin extends AutoCloseable {

    /** Its ACLs. */
    ClusterAcls acls();

    /** Asks which cluster it is. */
    CompletableFuture<String> clusterId();

    /** Forgets what brokers there are: who is asked next is found by the bootstrap addresses. */
    void forget();

    /** The configs of its topics. */
    ClusterConfigs configs();

    /** Its consumer groups, and where its logs begin and end. */
    ClusterGroups groups();

    /** Its share groups. */
    ClusterGroups shareGroups();

    /** Its quotas and users. */
    ClusterAccounts accounts();

    /**
     * Producers that partitions have seen lately.
     *
     * @return by partition, a text for each that wrote at or after {@code sinceMs} by the source's clock; partitions that
     *     cannot be asked are left out, as are all of sources before 2.8
     */
    CompletableFuture<Map<TopicPartition, List<String>>> producers(Set<TopicPartition> partitions, long sinceMs);

    @Override
    void close();
}
