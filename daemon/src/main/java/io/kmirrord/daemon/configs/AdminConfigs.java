// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import io.kmirrord.statetopic.kafka.Answers;
import io.kmirrord.statetopic.kafka.Problems;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Topic configs by Kafka's Admin client, some topics in a request. */
public final class AdminConfigs implements ClusterConfigs {
    private static final int AT_ONCE = 200;

    private final Supplier<CompletableFuture<Admin>> admin;

    /** @param admin made or given with each question; not closed here */
    public AdminConfigs(Supplier<CompletableFuture<Admin>> admin) {
        this.admin = admin;
    }

    @Override
    public CompletableFuture<Map<String, ConfigAnswer>> read(Set<String> topics) {
        return inParts(
                List.copyOf(topics), new HashMap<>(), some -> admin.get().thenCompose(made -> describe(made, some)));
    }

    @Override
    public CompletableFuture<Map<String, ConfigRefusal>> alter(Map<String, ConfigChange> changes) {
        return inParts(
                List.copyOf(changes.keySet()),
                new HashMap<>(),
                some -> admin.get().thenCompose(made -> change(made, some, changes)));
    }

    /** One request after the other. */
    private static <V> CompletableFuture<Map<String, V>> inParts(
            List<String> topics, Map<String, V> sum, Function<List<String>, CompletableFuture<Map<String, V>>> ask) {
        if (topics.isEmpty()) {
            return CompletableFuture.completedFuture(sum);
        }
        int end = Math.min(AT_ONCE, topics.size());
        return ask.apply(topics.subList(0, end)).thenCompose(some -> {
            sum.putAll(some);
            return inParts(topics.subList(end, topics.size()), sum, ask);
        });
    }

    private static CompletableFuture<Map<String, ConfigAnswer>> describe(Admin admin, List<String> topics) {
        Map<ConfigResource, KafkaFuture<Config>> asked = admin.describeConfigs(
                        resources(topics), new DescribeConfigsOptions().includeSynonyms(true))
                .values();
        return answers(
                asked,
                config -> Optional.of(new ConfigAnswer(configs(config), null)),
                refusal -> new ConfigAnswer(null, refusal));
    }

    private static CompletableFuture<Map<String, ConfigRefusal>> change(
            Admin admin, List<String> topics, Map<String, ConfigChange> changes) {
        Map<ConfigResource, Collection<AlterConfigOp>> wanted = new HashMap<>();
        resources(topics).forEach(resource -> {
            ConfigChange change = changes.get(resource.name());
            List<AlterConfigOp> operations = new ArrayList<>();
            if (change != null) {
                change.set()
                        .forEach((key, value) -> operations.add(
                                new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET)));
                change.removed()
                        .forEach(key -> operations.add(
                                new AlterConfigOp(new ConfigEntry(key, ""), AlterConfigOp.OpType.DELETE)));
            }
            wanted.put(resource, operations);
        });
        return answers(admin.incrementalAlterConfigs(wanted).values(), done -> Optional.empty(), refusal -> refusal);
    }

    private static List<ConfigResource> resources(List<String> topics) {
        return topics.stream()
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                .toList();
    }

    /** Waits for all of them; an answer that is of no topic's own making fails the whole. */
    private static <T, V> CompletableFuture<Map<String, V>> answers(
            Map<ConfigResource, KafkaFuture<T>> asked,
            Function<T, Optional<V>> answered,
            Function<ConfigRefusal, V> refused) {
        Map<String, CompletableFuture<Optional<V>>> answers = new HashMap<>();
        asked.forEach((resource, future) ->
                answers.put(resource.name(), Answers.future(future).handle((value, problem) -> {
                    if (problem == null) {
                        return answered.apply(value);
                    }
                    Throwable cause = Problems.unwrap(problem);
                    ConfigRefusal.Kind kind = kind(cause).orElseThrow(() -> new CompletionException(cause));
                    return Optional.of(refused.apply(new ConfigRefusal(kind, Problems.text(cause))));
                })));
        return CompletableFuture.allOf(answers.values().toArray(new CompletableFuture<?>[0]))
                .thenApply(nothing -> {
                    Map<String, V> found = new HashMap<>();
                    answers.forEach((topic, answer) -> answer.join().ifPresent(value -> found.put(topic, value)));
                    return found;
                });
    }

    private static Optional<ConfigRefusal.Kind> kind(Throwable cause) {
        if (cause instanceof AuthorizationException) {
            return Optional.of(ConfigRefusal.Kind.DENIED);
        }
        if (cause instanceof UnknownTopicOrPartitionException || cause instanceof InvalidTopicException) {
            return Optional.of(ConfigRefusal.Kind.MISSING);
        }
        return cause instanceof InvalidConfigurationException
                        || cause instanceof InvalidRequestException
                        || cause instanceof PolicyViolationException
                ? Optional.of(ConfigRefusal.Kind.INVALID)
                : Optional.empty();
    }

    private static TopicConfigs configs(Config config) {
        Map<String, String> own = new HashMap<>();
        Map<String, String> inherited = new HashMap<>();
        for (ConfigEntry entry : config.entries()) {
            String value = entry.value();
            if (entry.source() != ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG) {
                inherited.put(entry.name(), value == null ? "" : value);
                continue;
            }
            inherited.put(entry.name(), inherited(entry));
            if (value != null) {
                own.put(entry.name(), value);
            }
        }
        return new TopicConfigs(own, inherited);
    }

    private static String inherited(ConfigEntry entry) {
        for (ConfigEntry.ConfigSynonym synonym : entry.synonyms()) {
            if (synonym.source() != ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG && synonym.value() != null) {
                return synonym.value();
            }
        }
        return "";
    }
}
