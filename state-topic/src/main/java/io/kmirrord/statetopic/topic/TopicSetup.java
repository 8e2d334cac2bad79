// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.topic;

import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import io.kmirrord.statetopic.kafka.Answers;
import io.kmirrord.statetopic.kafka.Deadline;
import io.kmirrord.statetopic.kafka.Problems;
import io.kmirrord.statetopic.kafka.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the topics or checks them. Blocks its caller. Confined to one thread. */
public final class TopicSetup {
    private static final Logger LOG = LoggerFactory.getLogger(TopicSetup.class);
    private static final long STEP_NANOS = Duration.ofMillis(50).toNanos();

    private static final int ASK_AGAIN = 4;

    private final Admin admin;
    private final StateTopicConfig config;
    private final Answers answers;

    public TopicSetup(Admin admin, StateTopicConfig config, Deadline deadline) {
        this.admin = admin;
        this.config = config;
        this.answers = new Answers(config, deadline);
    }

    /**
     * Makes sure that the topics may be used. Idempotent; several daemons may do it at once.
     *
     * @param create what is missing, and replicas once there are more brokers
     * @throws StateTopicException if they must not be used, or this could not be found out
     */
    public PreparedTopic prepare(boolean create) {
        var features = answers.get(admin.describeFeatures().featureMetadata(), "reading the features of the cluster");
        NativeMirroring.refuse(features.finalizedFeatures(), config.stateTopic());
        var cluster = admin.describeCluster(new DescribeClusterOptions().includeFencedBrokers(true));
        Collection<Node> brokers = answers.get(cluster.nodes(), "reading the brokers of the cluster");
        String clusterId = answers.get(cluster.clusterId(), "reading the id of the cluster");

        NewTopic missing = TopicSettings.state(config.stateTopic(), brokers.size());
        TopicDescription state = existing(missing, create).orElseThrow(() -> notFound());
        TopicFacts facts = facts(state);
        TopicCheck check = TopicCheck.ofState(facts, brokers.size());
        if (check.refusal().isPresent()) {
            throw new StateTopicException(Reason.WRONG_SETTINGS, check.refusal().get());
        }
        if (create) {
            new ReplicaRaise(admin, answers).raise(state, facts, brokers);
        }
        List<String> warnings = new ArrayList<>(check.warnings());
        warnings.addAll(progress(brokers.size(), create));
        warnings.forEach(LOG::warn);
        return new PreparedTopic(state.topicId(), clusterId, warnings);
    }

    /** Who only reads the state, as daemons do at a source, needs no right on a topic of figures that others have. */
    private List<String> progress(int brokers, boolean create) {
        try {
            return existing(TopicSettings.progress(config.progressTopic(), brokers), create)
                    .map(topic -> TopicCheck.ofProgress(facts(topic)).warnings())
                    .orElse(List.of());
        } catch (StateTopicException e) {
            if (create || e.reason() != Reason.NOT_AUTHORIZED) {
                throw e;
            }
            LOG.debug("Not checked", e);
            return List.of();
        }
    }

    private StateTopicException notFound() {
        return new StateTopicException(
                Reason.NOT_FOUND,
                "topic " + config.stateTopic() + " does not exist at " + config.bootstrapServers()
                        + ". mirrorctl create makes it, mirrorctl state import makes it from an export; or name the "
                        + "topic that the daemons use");
    }

    private Optional<TopicDescription> existing(NewTopic topic, boolean create) {
        Optional<TopicDescription> found = describe(topic.name());
        // A broker that lags behind the metadata has not heard of it yet; the next one asked may have.
        for (int again = 0; found.isEmpty() && again < ASK_AGAIN; again++) {
            LockSupport.parkNanos(STEP_NANOS);
            found = describe(topic.name());
        }
        if (found.isPresent() || !create) {
            return found;
        }
        try {
            answers.getRaw(admin.createTopics(List.of(topic)).all());
            LOG.info("Created {}", topic);
        } catch (ExecutionException | TimeoutException e) {
            if (!(Problems.unwrap(e) instanceof TopicExistsException)) {
                throw Problems.of(e, "creating topic " + topic.name(), config);
            }
            LOG.info("Topic {} was created by another at the same time", topic.name());
        }
        return Optional.of(awaitKnown(topic.name()));
    }

    /** The broker that is asked next may not have heard of it yet. */
    private TopicDescription awaitKnown(String topic) {
        while (true) {
            Optional<TopicDescription> found = describe(topic)
                    .filter(known -> known.partitions().stream().noneMatch(partition -> partition.leader() == null));
            if (found.isPresent()) {
                return found.get();
            }
            if (answers.deadline().passed()) {
                throw new StateTopicException(
                        Reason.TIMEOUT,
                        "topic " + topic + " was created but has not got leaders within " + config.timeout()
                                + ". See the controller's log");
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
    }

    private Optional<TopicDescription> describe(String topic) {
        var found = answers.get(Topics.describe(admin, List.of(topic)), "describing topic " + topic);
        return Optional.ofNullable(found.get(topic));
    }

    private TopicFacts facts(TopicDescription topic) {
        Map<String, String> configs = new HashMap<>();
        describedConfigs(topic.name())
                .values()
                .forEach(all -> all.entries().forEach(entry -> {
                    if (entry.value() != null) {
                        configs.put(entry.name(), entry.value());
                    }
                }));
        int replicas = topic.partitions().stream()
                .mapToInt(partition -> partition.replicas().size())
                .min()
                .orElse(0);
        return new TopicFacts(topic.name(), topic.partitions().size(), replicas, configs);
    }

    private Map<ConfigResource, Config> describedConfigs(String topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        while (true) {
            try {
                return answers.getRaw(admin.describeConfigs(List.of(resource)).all());
            } catch (ExecutionException | TimeoutException e) {
                boolean lags = Problems.unwrap(e) instanceof UnknownTopicOrPartitionException;
                if (!lags || answers.deadline().passed()) {
                    throw Problems.of(e, "reading the configs of topic " + topic, config);
                }
                LOG.debug("A broker has not heard of topic {} yet", topic);
                LockSupport.parkNanos(STEP_NANOS);
            }
        }
    }
}
