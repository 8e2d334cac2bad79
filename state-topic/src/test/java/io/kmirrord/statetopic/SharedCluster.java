// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import io.kmirrord.statetopic.kafka.Problems;
import io.kmirrord.testkit.cluster.KafkaCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Three brokers of the newest line for all test classes of this module, which use topics of their own. Closed after the
 * last class; the folder is kept if a test failed.
 */
public final class SharedCluster implements BeforeAllCallback, AfterTestExecutionCallback, AfterEachCallback {
    private static final Path DIR = Path.of("target", "it", "state-topic").toAbsolutePath();

    private static final class Started implements AutoCloseable {
        // A folder of its own: one that is left of a failed run holds another cluster.
        private final KafkaCluster cluster = KafkaCluster.builder()
                .brokers(3)
                .name("three")
                .baseDir(DIR.resolve(Long.toString(System.currentTimeMillis())))
                .property("log.cleaner.backoff.ms", "100")
                // A killed broker is let in again once its session is over.
                .property("broker.session.timeout.ms", "4000")
                .property("broker.heartbeat.interval.ms", "500")
                .property("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500")
                .start();
        private final Admin admin = cluster.admin();
        private boolean failed;

        @Override
        public void close() {
            admin.close();
            cluster.close();
            if (!failed) {
                cluster.deleteFiles();
            }
        }
    }

    private @Nullable Started started;

    @Override
    public void beforeAll(ExtensionContext context) {
        started = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(SharedCluster.class))
                .computeIfAbsent(Started.class, key -> new Started(), Started.class);
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        started().failed |= context.getExecutionException().isPresent();
    }

    /** Many idle partitions are work for the brokers, and slow down the tests that follow. */
    @Override
    public void afterEach(ExtensionContext context) {
        answer(admin().listTopics().names()).forEach(this::deleteIfThere);
    }

    private Started started() {
        return Objects.requireNonNull(started, "no test class runs");
    }

    public KafkaCluster cluster() {
        return started().cluster;
    }

    public Admin admin() {
        return started().admin;
    }

    /** Returns settings with topics named after the caller's purpose. */
    public StateTopicConfig config(String name) {
        return StateTopicConfig.of(cluster().bootstrapServers())
                .withStateTopic(name + "-state")
                .withProgressTopic(name + "-progress")
                .withTimeout(Duration.ofSeconds(150));
    }

    public StateTopic open(StateTopicConfig config) {
        return Waiting.get(StateTopic.open(config, true));
    }

    /** Creates a topic as something else would, and waits until the brokers know it. */
    public void create(NewTopic topic) {
        answer(admin().createTopics(List.of(topic)).all());
        AtomicInteger known = new AtomicInteger();
        Waiting.until(
                "ten answers in a row know " + topic.name(),
                () -> admin().describeTopics(List.of(topic.name()))
                                .allTopicNames()
                                .toCompletionStage()
                                .toCompletableFuture()
                                .handle((found, error) -> error == null ? known.incrementAndGet() : known.getAndSet(0))
                                .join()
                        >= 10);
    }

    public void create(String topic, int partitions, int replicas, Map<String, String> configs) {
        create(new NewTopic(topic, partitions, (short) replicas).configs(configs));
    }

    public void delete(String topic) {
        answer(admin().deleteTopics(List.of(topic)).all());
    }

    /** A broker may list a topic that the test deleted a moment ago. */
    private void deleteIfThere(String topic) {
        Throwable failure = admin().deleteTopics(List.of(topic))
                .all()
                .toCompletionStage()
                .toCompletableFuture()
                .handle((done, error) -> error)
                .join();
        if (failure != null && !(Problems.unwrap(failure) instanceof UnknownTopicOrPartitionException)) {
            throw new AssertionError("topic " + topic + " was not deleted", failure);
        }
    }

    public void set(String topic, String key, String value) {
        AlterConfigOp set = new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET);
        answer(admin().incrementalAlterConfigs(
                        Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), List.of(set)))
                .all());
    }

    public TopicDescription describe(String topic) {
        return Objects.requireNonNull(
                answer(admin().describeTopics(List.of(topic)).allTopicNames()).get(topic));
    }

    public static <T> T answer(KafkaFuture<T> future) {
        try {
            return future.get(150, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("the cluster did not do it", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
