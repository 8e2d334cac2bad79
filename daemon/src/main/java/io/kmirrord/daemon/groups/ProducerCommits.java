// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Commits by Kafka's transactional producer, which blocks: on a thread of its own, which ends when there is nothing to do.
 *
 * <p>Commits name a member that does not exist, in no generation: a group that has members by then refuses it, an empty one
 * accepts it (Kafka's TxnOffsetCommit).
 */
public final class ProducerCommits implements GroupCommits {
    private static final String NO_MEMBER = "kmirrord";
    private static final int GROUPS_AT_ONCE = 100;
    /** A group of a transaction whose holder died has no readable offsets until it is over. */
    private static final int TRANSACTION_TIMEOUT_MS = 15_000;

    private static final int MAX_BLOCK_MS = 10_000;

    private final Map<String, Object> config;
    private final ThreadPoolExecutor thread;
    private @Nullable Producer<byte[], byte[]> producer;
    private volatile boolean holds;

    /**
     * Makes it; nothing is connected yet.
     *
     * @param client settings of the destination
     */
    public ProducerCommits(Map<String, Object> client, String transactionalId) {
        config = new HashMap<>(client);
        config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        config.put(ProducerConfig.CLIENT_ID_CONFIG, transactionalId);
        config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT_MS);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MS);
        thread = new ThreadPoolExecutor(1, 1, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread made = new Thread(task, "kmirrord-groups");
            made.setDaemon(true);
            return made;
        });
        thread.allowCoreThreadTimeOut(true);
    }

    @Override
    public CompletableFuture<Void> begin() {
        return CompletableFuture.runAsync(this::initialise, thread);
    }

    @Override
    public boolean holds() {
        return holds;
    }

    @Override
    public CompletableFuture<Map<String, Refusal>> commit(Map<String, Map<TopicPartition, OffsetAndMetadata>> commits) {
        return CompletableFuture.supplyAsync(() -> commitAll(commits), thread);
    }

    private void initialise() {
        drop();
        Producer<byte[], byte[]> made =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
        producer = made;
        made.initTransactions();
        holds = true;
    }

    private Map<String, Refusal> commitAll(Map<String, Map<TopicPartition, OffsetAndMetadata>> commits) {
        Producer<byte[], byte[]> present = producer;
        if (present == null || !holds) {
            throw new IllegalStateException("group offsets are committed by another daemon, or a stop goes on");
        }
        try {
            Map<String, Refusal> refused = new HashMap<>();
            List<String> some = new ArrayList<>();
            for (String group : commits.keySet()) {
                some.add(group);
                if (some.size() == GROUPS_AT_ONCE) {
                    commitSome(present, some, commits, refused);
                    some.clear();
                }
            }
            if (!some.isEmpty()) {
                commitSome(present, some, commits, refused);
            }
            return refused;
        } catch (RuntimeException e) {
            // Fenced or in doubt: only another beginning tells.
            drop();
            throw e;
        }
    }

    /** All in one transaction; if one of them is refused, each in its own. */
    private static void commitSome(
            Producer<byte[], byte[]> producer,
            List<String> groups,
            Map<String, Map<TopicPartition, OffsetAndMetadata>> commits,
            Map<String, Refusal> refused) {
        Refusal why = transaction(producer, groups, commits);
        if (why == null) {
            return;
        }
        if (groups.size() == 1) {
            refused.put(groups.get(0), why);
            return;
        }
        for (String group : groups) {
            Refusal single = transaction(producer, List.of(group), commits);
            if (single != null) {
                refused.put(group, single);
            }
        }
    }

    /** Returns why a group was refused, null if none was. */
    private static @Nullable Refusal transaction(
            Producer<byte[], byte[]> producer,
            List<String> groups,
            Map<String, Map<TopicPartition, OffsetAndMetadata>> commits) {
        producer.beginTransaction();
        try {
            for (String group : groups) {
                producer.sendOffsetsToTransaction(commits.getOrDefault(group, Map.of()), noMember(group));
            }
        } catch (CommitFailedException e) {
            producer.abortTransaction();
            return Refusal.MEMBERS;
        } catch (GroupAuthorizationException | TopicAuthorizationException e) {
            producer.abortTransaction();
            return Refusal.because("the daemon's principal may not commit for it: " + e.getMessage()
                    + "; grant it Read on the group and on the topic");
        }
        producer.commitTransaction();
        return null;
    }

    @SuppressWarnings(
            "removal") // becomes an interface in Kafka 5; of a consumer's own, an active group accepts offsets
    private static ConsumerGroupMetadata noMember(String group) {
        return new ConsumerGroupMetadata(group, -1, NO_MEMBER, Optional.empty());
    }

    private void drop() {
        holds = false;
        Producer<byte[], byte[]> present = producer;
        producer = null;
        if (present != null) {
            present.close(Duration.ZERO);
        }
    }

    @Override
    public void close() {
        thread.execute(this::drop);
        thread.shutdown();
    }
}
