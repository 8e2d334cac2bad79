// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.source;

import io.kmirrord.daemon.accounts.AdminAccounts;
import io.kmirrord.daemon.accounts.ClusterAccounts;
import io.kmirrord.daemon.acls.AdminAcls;
import io.kmirrord.daemon.acls.ClusterAcls;
import io.kmirrord.daemon.configs.AdminConfigs;
import io.kmirrord.daemon.configs.ClusterConfigs;
import io.kmirrord.daemon.groups.AdminGroups;
import io.kmirrord.daemon.groups.ClusterGroups;
import io.kmirrord.daemon.groups.GroupType;
import io.kmirrord.statetopic.kafka.Answers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersOptions;
import org.apache.kafka.clients.admin.DescribeProducersResult;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A source by Kafka's Admin client, which is made with the first question, on thread {@code kmirrord-io-1}, because making
 * it resolves names.
 */
public final class AdminSource implements SourceAdmin {
    private static final Duration CLOSE = Duration.ofSeconds(1);
    private static final int PRODUCERS_TIMEOUT_MS = 5_000;

    private final Map<String, Object> settings;
    private final ClusterGroups groups = new AdminGroups(GroupType.CONSUMER, this::made);
    private final ClusterGroups shareGroups = new AdminGroups(GroupType.SHARE, this::made);
    private final ClusterAcls acls = new AdminAcls(this::made);
    private final ClusterConfigs configs = new AdminConfigs(this::made);
    private final ClusterAccounts accounts = new AdminAccounts(this::made);
    private final ExecutorService io = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "kmirrord-io-1");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable Admin admin;

    public AdminSource(Map<String, Object> settings) {
        this.settings = Map.copyOf(settings);
    }

    @Override
    public CompletableFuture<String> clusterId() {
        return made().thenCompose(made -> Answers.future(made.describeCluster().clusterId()));
    }

    @Override
    public ClusterAcls acls() {
        return acls;
    }

    @Override
    public ClusterConfigs configs() {
        return configs;
    }

    @Override
    public ClusterGroups shareGroups() {
        return shareGroups;
    }

    @Override
    public ClusterGroups groups() {
        return groups;
    }

    @Override
    public ClusterAccounts accounts() {
        return accounts;
    }

    @Override
    public CompletableFuture<Map<TopicPartition, List<String>>> producers(
            Set<TopicPartition> partitions, long sinceMs) {
        return made().thenCompose(made -> {
            DescribeProducersResult asked =
                    made.describeProducers(partitions, new DescribeProducersOptions().timeoutMs(PRODUCERS_TIMEOUT_MS));
            Map<TopicPartition, CompletableFuture<List<String>>> answers = new TreeMap<>(
                    java.util.Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition));
            partitions.forEach(partition -> answers.put(
                    partition, Answers.future(asked.partitionResult(partition)).handle((state, problem) -> {
                        // Only to tell more: who may not be asked, or is too old for it, is left out.
                        return problem == null ? writers(state.activeProducers(), sinceMs) : List.of();
                    })));
            return CompletableFuture.allOf(answers.values().toArray(new CompletableFuture<?>[0]))
                    .thenApply(nothing -> {
                        Map<TopicPartition, List<String>> found = new HashMap<>();
                        answers.forEach((partition, answer) -> {
                            if (!answer.join().isEmpty()) {
                                found.put(partition, answer.join());
                            }
                        });
                        return found;
                    });
        });
    }

    private static List<String> writers(List<ProducerState> producers, long sinceMs) {
        List<String> texts = new ArrayList<>();
        for (ProducerState producer : producers) {
            if (producer.lastTimestamp() >= sinceMs) {
                texts.add("producer id " + producer.producerId() + " epoch " + producer.producerEpoch());
            }
        }
        return texts;
    }

    /** Kafka's client never leaves a cluster whose brokers it knows; its bootstrap addresses may lead elsewhere by now. */
    @Override
    public void forget() {
        io.execute(() -> {
            Admin known;
            synchronized (this) {
                known = admin;
                admin = null;
            }
            if (known != null) {
                known.close(CLOSE);
            }
        });
    }

    private CompletableFuture<Admin> made() {
        return CompletableFuture.supplyAsync(this::admin, io);
    }

    private synchronized Admin admin() {
        if (admin == null) {
            admin = Admin.create(settings);
        }
        return admin;
    }

    @Override
    public void close() {
        io.shutdownNow();
        synchronized (this) {
            if (admin != null) {
                admin.close(CLOSE);
            }
        }
    }
}
