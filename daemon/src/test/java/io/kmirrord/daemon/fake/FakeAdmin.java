// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.daemon.accounts.ClusterAccounts;
import io.kmirrord.daemon.acls.ClusterAcls;
import io.kmirrord.daemon.configs.ClusterConfigs;
import io.kmirrord.daemon.groups.ClusterGroups;
import io.kmirrord.daemon.source.SourceAdmin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;

/** What surrounds the records of a source in memory. Thread-safe by one lock. */
public final class FakeAdmin implements SourceAdmin {
    private final FakeGroups groups = new FakeGroups();
    private String clusterId = "source";
    private int forgotten;
    private final FakeGroups shares = new FakeGroups();
    private final FakeConfigs configs = new FakeConfigs();
    private final FakeAccounts accounts = new FakeAccounts();
    private final FakeAcls acls = new FakeAcls("source");
    private final Map<TopicPartition, List<String>> producers = new HashMap<>();

    public FakeGroups fake() {
        return groups;
    }

    /** Its share groups. */
    public FakeGroups fakeShares() {
        return shares;
    }

    @Override
    public synchronized void forget() {
        forgotten++;
    }

    /** How often its brokers were to be forgotten. */
    public synchronized int forgotten() {
        return forgotten;
    }

    public synchronized void producer(TopicPartition partition, String text) {
        producers.put(partition, List.of(text));
    }

    /** Its ACLs. */
    public FakeAcls fakeAcls() {
        return acls;
    }

    @Override
    public ClusterAcls acls() {
        return acls;
    }

    /** The configs of its topics. */
    public FakeConfigs fakeConfigs() {
        return configs;
    }

    /** Its quotas and users. */
    public FakeAccounts fakeAccounts() {
        return accounts;
    }

    @Override
    public ClusterAccounts accounts() {
        return accounts;
    }

    /** What it says that it is; first "source". */
    public synchronized void clusterId(String id) {
        clusterId = id;
    }

    @Override
    public synchronized CompletableFuture<String> clusterId() {
        return CompletableFuture.completedFuture(clusterId);
    }

    @Override
    public ClusterConfigs configs() {
        return configs;
    }

    @Override
    public ClusterGroups shareGroups() {
        return shares;
    }

    @Override
    public ClusterGroups groups() {
        return groups;
    }

    @Override
    public synchronized CompletableFuture<Map<TopicPartition, List<String>>> producers(
            Set<TopicPartition> partitions, long sinceMs) {
        Map<TopicPartition, List<String>> found = new HashMap<>(producers);
        found.keySet().retainAll(partitions);
        return CompletableFuture.completedFuture(found);
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
